# Reads each line of a file, base64 of a body of multipart/form-data with the boundary B, and prints its parts as JSON,
# or "refused".
import base64, email, email.policy, json, sys

for line in open(sys.argv[1]):
    head = b"Content-Type: multipart/form-data; boundary=B\r\n\r\n"
    message = email.message_from_bytes(head + base64.b64decode(line), policy=email.policy.HTTP)
    parts = []
    try:
        for part in message.iter_parts():
            content = part.get_payload(decode=True)
            name = part.get_param("name", header="content-disposition")
            parts.append({"name": name, "size": len(content), "text": content.decode()})
        print(json.dumps(parts))
    except Exception:
        print("refused")
