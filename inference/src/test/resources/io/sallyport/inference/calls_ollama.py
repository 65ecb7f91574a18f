"""Each call of the package ollama that the gateway knows, and one that it does not."""
import sys

import ollama

client = ollama.Client(host=sys.argv[1])
ASK = [{"role": "user", "content": "count"}]
TOOLS = [{"type": "function", "function": {"name": "look_up", "parameters": {"type": "object", "properties": {}}}}]

print(client.chat(model="m", messages=ASK, options={"num_predict": 9}, tools=TOOLS).message.content)
print("".join(part.message.content for part in client.chat(model="m", messages=ASK, stream=True)))
print(client.generate(model="m", prompt="count").response)
client.embed(model="m", input=["a", "b"])
client.embeddings(model="m", prompt="a")
client.show("m")
client.list()
client.ps()
try:
    client.pull("m")
except ollama.ResponseError as refused:
    print(refused.status_code, refused.error)
