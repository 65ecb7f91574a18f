"""Answers at all addresses: as anybody would, or as a gateway does that captures connections and refuses them."""
import socket
import sys
import threading

captures = sys.argv[1] == "captures"
REFUSALS = {443: b"\x15\x03\x03\x00\x02\x02\x31", 80: b'HTTP/1.1 403 Forbidden\r\n\r\n{"reason":"no_grant"}'}


def accept(listener, answer):
    while True:
        client, _ = listener.accept()
        client.recv(4096)
        client.sendall(answer)
        client.close()


def answer_names(datagrams):
    while True:
        query, sender = datagrams.recvfrom(4096)
        question = query[12 : query.index(b"\0", 12) + 5]
        address = bytes([198, 18, 0, 1] if captures else [93, 184, 216, 34])
        datagrams.sendto(
            query[:2] + b"\x81\x80\0\1\0\1\0\0\0\0" + question + b"\xc0\x0c\0\1\0\1\0\0\0\x3c\0\4" + address, sender
        )


for port in 80, 443, 8181, 3128:
    answer = REFUSALS.get(port, b"") if captures else b"HTTP/1.1 200 OK\r\n\r\n"
    listener = socket.create_server(("0.0.0.0", port))
    threading.Thread(target=accept, args=(listener, answer), daemon=True).start()
datagrams = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
datagrams.bind(("8.8.8.8", 53))
print("ready", flush=True)
answer_names(datagrams)
