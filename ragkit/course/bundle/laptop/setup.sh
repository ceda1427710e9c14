#!/bin/sh
# Sets this laptop up from the bundle that this file is in. No network is needed.
cd "$(dirname "$0")" || exit 1
for python in "$PYTHON" python3.11 python3; do
    if [ -n "$python" ] && command -v "$python" >/dev/null 2>&1; then
        exec "$python" set_up.py "$@"
    fi
done
echo "There is no Python here. Install Python 3.11, then run this again (or name it: PYTHON=/path/to/python3.11)." >&2
exit 1
