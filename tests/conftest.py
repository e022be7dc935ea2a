"""The games of the tests are kept in a folder of their own, thrown away at the end."""

import os
import tempfile

_FOLDER = tempfile.TemporaryDirectory(prefix="flip7-tests-")
os.environ["FLIP7_STORE"] = os.path.join(_FOLDER.name, "pad.sqlite3")
