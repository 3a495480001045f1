#!/bin/sh
# Compiles requirements/*.txt anew from the two pyproject.toml files. Needs `uv` on PATH (or in $UV).
#   scripts/lock.sh              keep what is pinned where it still fits
#   scripts/lock.sh --upgrade    take the newest releases
set -eu
cd "$(dirname "$0")/../requirements"
compile() {
    "${UV:-uv}" pip compile --quiet --universal --python-version 3.12 --generate-hashes \
        --no-annotate --no-header --no-emit-index-url --no-emit-find-links "$@"
}
compile "$@" --output-file mock.txt ../mock-platform/pyproject.toml
compile "$@" --output-file dev.txt --no-emit-package mock-platform --constraint mock.txt \
    --group ../pyproject.toml:build --extra dev ../pyproject.toml
compile "$@" --output-file run.txt --no-emit-package mock-platform --constraint dev.txt \
    --group ../pyproject.toml:build ../pyproject.toml
