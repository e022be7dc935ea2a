"""The files of deploy/ fit together and fit the program. No container runs here: they are read, not tried."""

import re
from importlib.util import find_spec

import yaml
from packaging.requirements import Requirement

from flip7.hosting import serve
from tests.deploy.hosts import NGINX, ROOT

DEPLOY = ROOT / "deploy"
KUBERNETES = {
    document["kind"]: document
    for file in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for document in yaml.safe_load_all(file.read_text())
}
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def seconds(text):
    return int(text.removesuffix("s"))


def test_compose_has_a_replica_for_each_line_of_nginx():
    lines = re.findall(r"^server (app-\d+):(\d+) ", (NGINX / "replicas.conf").read_text(), re.MULTILINE)
    apps = {name: service for name, service in COMPOSE["services"].items() if name.startswith("app")}
    assert [name for name, _ in lines] == list(apps)
    assert {port for _, port in lines} == {"8501"}
    for app in apps.values():
        assert seconds(app["stop_grace_period"]) > serve.PATIENCE
        assert {"DATABASE_URL", "STREAMLIT_SERVER_COOKIE_SECRET"} <= set(app["environment"])
        network = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
        assert app["environment"]["FORWARDED_ALLOW_IPS"] == network
        assert "ports" not in app, "nginx is the only way in"
    assert "include site.conf;" in (NGINX / "nginx.conf").read_text()


def test_kubernetes_names_find_each_other():
    deployment, service = KUBERNETES["Deployment"], KUBERNETES["Service"]
    labels = deployment["spec"]["template"]["metadata"]["labels"]
    assert deployment["spec"]["selector"]["matchLabels"] == labels
    assert service["spec"]["selector"] == labels
    assert KUBERNETES["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    pod = deployment["spec"]["template"]["spec"]
    container = pod["containers"][0]
    assert service["spec"]["ports"][0]["targetPort"] == container["ports"][0]["name"]
    backend = KUBERNETES["Ingress"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert backend["name"] == service["metadata"]["name"]
    assert backend["port"]["name"] == service["spec"]["ports"][0]["name"]
    assert container["envFrom"][0]["secretRef"]["name"] == KUBERNETES["Secret"]["metadata"]["name"]
    assert {"DATABASE_URL", "STREAMLIT_SERVER_COOKIE_SECRET"} == set(KUBERNETES["Secret"]["stringData"])
    before = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > before + serve.PATIENCE


def test_what_is_started_and_asked_exists():
    docker = (DEPLOY / "Dockerfile").read_text()
    probe = KUBERNETES["Deployment"]["spec"]["template"]["spec"]["containers"][0]["readinessProbe"]["exec"]["command"]
    for module in {*re.findall(r'"-m", "([\w.]+)"', docker), probe[2]}:
        assert find_spec(module), module
    assert set(re.findall(r'"-m", "([\w.]+)"', docker)) == {"flip7.hosting.ready", "flip7.hosting.serve"}
    for line in re.findall(r"^COPY (.+) \S+$", docker, re.MULTILINE):
        assert all((ROOT / source).exists() for source in line.split()), line
    assert docker.rindex("USER 10001") > docker.rindex("RUN pip")


def test_each_requirement_is_pinned_to_a_version_that_it_allows():
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)$", (DEPLOY / "constraints.txt").read_text(), re.MULTILINE))
    texts = ((folder / "requirements.txt").read_text() for folder in (ROOT, DEPLOY))
    wanted = [Requirement(line) for text in texts for line in text.splitlines() if re.match(r"\w", line)]
    assert {"streamlit", "psycopg"} <= {each.name for each in wanted}
    for each in wanted:
        assert pins[each.name] in each.specifier, each
