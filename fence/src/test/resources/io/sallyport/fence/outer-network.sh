#!/usr/bin/env bash
# A world of two network namespaces, from which nothing leads out: this one, and another with the public addresses.
#   unshare -Urnm outer-network.sh SERVER CAPTURES COMMAND...
# SERVER is outer-network.py. COMMAND runs in this namespace, where DNS is asked of 8.8.8.8.
set -euo pipefail
server=$1 captures=$2
shift 2
folder=$(mktemp -d)
trap 'kill "$outer"; rm -rf "$folder"' EXIT

mkfifo "$folder/ready"
unshare -n bash -c '
    ip link set lo up
    for address in 1.1.1.1 8.8.8.8 169.254.169.254; do ip address add "$address/32" dev lo; done
    exec python3 "$@"' - "$server" "$captures" >"$folder/ready" &
outer=$!
read -r _ <"$folder/ready"

ip link set lo up
ip link add name inner0 type veth peer name outer0 netns "$outer"
ip address add 192.0.2.2/24 dev inner0
ip link set inner0 up
outside() { nsenter -t "$outer" -n ip "$@"; }
outside address add 192.0.2.1/24 dev outer0
outside link set outer0 up
ip route add default via 192.0.2.1
echo 0 0 >/proc/sys/net/ipv4/ping_group_range
echo nameserver 8.8.8.8 >"$folder/resolv.conf"
mount --bind "$folder/resolv.conf" /etc/resolv.conf
"$@"
