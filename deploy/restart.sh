#!/bin/sh
# Restart processes one after the other, so that no reader notices more than a second of "Connecting".
# Usage, as root: restart.sh [PORT...]; by default all that nginx knows, by ssh on other machines.
set -eu
processes=/etc/nginx/conf.d/rankbook_processes.conf
drain=${DRAIN:-5}  # seconds for the requests under way

reload() {
    nginx -t -q
    systemctl reload nginx
}

ports=$(sed -n 's/^#* *server [^ ]*:\([0-9]*\) .*/\1/p' "$processes")
several=$(echo "$ports" | sed -n 2p)  # empty with one process: nobody could take its readers
for port in ${*:-$ports}; do
    echo "Restarting the process on port $port ..."
    if [ "$several" ]; then
        sed -i "/:$port\b/ s/^#*/#/" "$processes"
        reload  # from now on, nobody new is sent there
        sleep "$drain"
    fi
    machine=$(sed -n "s/^#* *server \(.*\):$port .*/\1/p" "$processes")
    [ "$machine" != 127.0.0.1 ] || machine=
    systemctl ${machine:+--host="$machine"} restart "rankbook@$port" || {  # returns when it answers
        echo "It does not start: see journalctl -u rankbook@$port. nginx sends nobody there." >&2
        exit 1
    }
    sed -i "/:$port\b/ s/^#*//" "$processes"
    reload
done
