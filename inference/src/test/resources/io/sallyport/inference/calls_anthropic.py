"""Each call of the package anthropic that the gateway knows."""
import sys

import anthropic

client = anthropic.Anthropic(base_url=sys.argv[1], api_key="x", max_retries=0)
ASK = [{"role": "user", "content": "count"}]
TOOLS = [{"name": "look_up", "input_schema": {"type": "object"}},
         {"type": "web_search_20250305", "name": "web_search"}]

print(client.messages.create(model="m", max_tokens=9, messages=ASK).content[0].text)
client.messages.create(model="m", max_tokens=8, messages=ASK + ASK, tools=TOOLS)
with client.messages.stream(model="m", max_tokens=7, messages=ASK) as stream:
    print("".join(stream.text_stream), stream.get_final_message().usage.output_tokens)
print(client.messages.count_tokens(model="m", messages=ASK).input_tokens)
client.models.list()
client.models.retrieve("m")
