#!/usr/bin/env bash
# A router, this network namespace, with a gateway and targets, and three sandboxes behind links of their own, from which
# nothing leads out: sb-1 has an address of its own, sb-2 a port by its link, sb-3 nothing.
#   GATEWAY='java ... serve --config c.yaml' unshare -Urnm router.sh RULES CLIENT
# RULES are commands for the router's rules; CLIENT is for bash inside of sb-1, and hears where sb-2 and sb-3 are.
set -euo pipefail
rules=$1 client=$2
folder=$(mktemp -d)
processes=()
end() {
    kill "${processes[@]}"
    wait
    rm -rf "$folder"
}
trap end EXIT
exec 3>&1 >&2

ip link set lo up
mkfifo "$folder/ready" "$folder/serving"
for n in 1 2 3; do
    unshare -nm sh -c 'echo; exec sleep 1000' >"$folder/ready" &
    sandbox=$!
    processes+=("$sandbox")
    read -r _ <"$folder/ready"
    ip link add "sb-$n" type veth peer name eth0 netns "$sandbox"
    ip address add "10.231.$n.1/30" dev "sb-$n"
    ip address add "fd00:$n::1/64" dev "sb-$n" nodad
    ip link set "sb-$n" up
    echo nameserver 192.0.2.53 >"$folder/resolv.conf" # captured like all others
    nsenter -t "$sandbox" -n -m sh -c '
        ip link set lo up && ip link set eth0 up
        ip address add "10.231.$1.2/30" dev eth0 && ip route add default via "10.231.$1.1"
        ip address add "fd00:$1::2/64" dev eth0 nodad && ip -6 route add default via "fd00:$1::1"
        mount --bind "$2" /etc/resolv.conf' - "$n" "$folder/resolv.conf"
    declare "SB$n=nsenter -t $sandbox -n -m"
done
bash -euc "$rules"

python3 - <<'END' >"$folder/ready" &
import http.server, ssl, threading

class Target(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "6")
        self.end_headers()
        self.wfile.write(b"target")

secure = http.server.ThreadingHTTPServer(("127.0.0.1", 8443), Target)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("target.pem")
secure.socket = context.wrap_socket(secure.socket, server_side=True)
threading.Thread(target=secure.serve_forever, daemon=True).start()
plain = http.server.ThreadingHTTPServer(("127.0.0.1", 8080), Target)
print(flush=True)
plain.serve_forever()
END
processes+=("$!")
read -r _ <"$folder/ready"

bash -c "exec $GATEWAY" >"$folder/serving" &
processes+=("$!")
read -r _ <"$folder/serving"
put() {
    curl -sS -f -X PUT -H "Authorization: Bearer $(cat state/admin.token)" -o /dev/null \
        --data "{\"lease\": {\"net.fetch\": [$2]}}" "http://127.0.0.1:3129/v1/sandboxes/$1"
}
put sb-1 '"http://yes.test/open/**", "https://yes.test/open/**", "http://10.231.1.1:3140/**"'
put sb-2 '"http://yes.test/other/**"'
SB2=$SB2 SB3=$SB3 $SB1 bash -c "$client" >&3
