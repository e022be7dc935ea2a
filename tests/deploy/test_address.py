"""Whose address a page sees, and that nobody can pretend another one."""

import pytest

from tests.deploy.hosts import Nginx, Phone, Replica

PAGE = """
import streamlit as st
from flip7.hosting.limits import address_of
st.html(f"comes from {address_of(st.context.ip_address)}")
"""
CLAIMED = "198.51.100.9, 203.0.113.5"


@pytest.fixture
def replica(tmp_path):
    """Make a server with a page that says the address."""

    def make(**environment):
        script = tmp_path / "page.py"
        script.write_text(PAGE)
        before = f"from pathlib import Path; from flip7.hosting import serve as s; s._APP = Path({str(script)!r})"
        return Replica(tmp_path / "page.log", before, **environment).ready()

    return make


def said(port):
    phone = Phone(port, 1, page="", **{"X-Forwarded-For": CLAIMED})
    phone.close()
    return phone.text


def test_a_trusted_proxy_is_believed_about_the_last_address_only(replica, nginx_here, tmp_path):
    server = replica()
    assert said(server.port) == "comes from 203.0.113.5"
    # nginx puts the true address, here its own machine's, in the place of the claimed ones.
    nginx = Nginx(tmp_path, [server, server])
    assert said(nginx.port) == "comes from None"
    nginx.stop()


def test_anybody_else_is_not_believed(replica):
    assert said(replica(FORWARDED_ALLOW_IPS="10.0.0.0/8").port) == "comes from None"
