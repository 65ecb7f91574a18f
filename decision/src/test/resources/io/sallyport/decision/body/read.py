# Reads each line of a file, base64 of JSON, and prints what it reads as JSON, or "refused".
import base64, json, sys

for line in open(sys.argv[1]):
    try:
        print(json.dumps(json.loads(base64.b64decode(line))))
    except (ValueError, RecursionError):
        print("refused")
