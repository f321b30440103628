#!/bin/sh
# Lay Streamlit's own files out for nginx, compressed. Run it after each update, before restart.sh.
# Files of older versions stay for 90 days: a page that is open still asks for them.
set -eu
umask 022
app=/srv/rankbook/app
web=/srv/rankbook/static
from=$("$app/.venv/bin/python" -c 'import streamlit; print(streamlit.__path__[0])')
mkdir -p "$web"
cp -r "$from/static/static/." "$web"
find "$web" -type f -regex '.*\.\(js\|css\|svg\|json\|wasm\|ttf\)' -exec gzip --best --keep --no-name --force {} +
find "$web" -type f -mtime +90 -delete
