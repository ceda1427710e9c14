"""JupyterHub for a class: one container for each learner, with one model server for all.

    python -m pip install jupyterhub==6.1.1 dockerspawner==14.0.0
    npm install --global configurable-http-proxy
    jupyterhub --config docs/examples/hub/jupyterhub_config.py

To run learners as users of this machine instead, leave out the part about containers, and set
RAGKIT_WEIGHTS and RAGKIT_RECORDING, which the image has.
"""

import json
from pathlib import Path

HERE = "172.17.0.1"
"""This machine, as containers on Docker's usual network see it."""
KEYS = Path("/srv/ragkit/keys.json")
"""`{"NAME": "KEY", ...}`: the key of each learner at the gateway."""

c = get_config()  # noqa: F821 - JupyterHub offers it

c.Authenticator.allowed_users = {"ada", "bob"}
c.Spawner.mem_limit = "2G"
c.Spawner.cpu_limit = 1
c.Spawner.environment = {
    "RAGKIT_PROVIDER": "openai",
    "RAGKIT_BASE_URL": f"http://{HERE}:4000/v1",
    "RAGKIT_MODEL": "qwen2.5-coder-1.5b",
    "RAGKIT_API_KEY": lambda spawner: json.loads(KEYS.read_text())[spawner.user.name],
    "RAGKIT_STORE": f"http://{HERE}:8000",
    "RAGKIT_RERANKER": "none",
    "RAGKIT_PROGRESS": lambda spawner: f"/srv/class/{spawner.user.name}/progress.json",
}
# Without a model server, the provider is "recorded", and the three lines below it are left out.

# Containers
c.JupyterHub.spawner_class = "dockerspawner.DockerSpawner"
c.JupyterHub.hub_ip = HERE
c.DockerSpawner.image = "ragkit-learner"
c.DockerSpawner.remove = True
c.DockerSpawner.volumes = {
    "ragkit-{username}": "/home/learner",
    "/srv/class/{username}": "/srv/class/{username}",  # make these folders, for the user id 1000
}
