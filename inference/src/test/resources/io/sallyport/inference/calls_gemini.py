"""Each call of the package google-genai that the gateway knows."""
import sys

from google import genai
from google.genai import types

client = genai.Client(api_key="x", http_options=types.HttpOptions(base_url=sys.argv[1]))
TOOLS = [types.Tool(function_declarations=[types.FunctionDeclaration(name="look_up")]),
         types.Tool(google_search=types.GoogleSearch())]

print(client.models.generate_content(
    model="m", contents="count",
    config=types.GenerateContentConfig(max_output_tokens=9, candidate_count=2, tools=TOOLS)).text)
print("".join(chunk.text or "" for chunk in client.models.generate_content_stream(model="m", contents="count")))
client.models.embed_content(model="m", contents=["a", "b"])
print(client.models.count_tokens(model="m", contents="count").total_tokens)
list(client.models.list())
client.models.get(model="m")
