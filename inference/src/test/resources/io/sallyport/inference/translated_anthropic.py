"""The package anthropic before a server of OpenAI's API: a call with a tool, its result, and streams."""
import sys

import anthropic

client = anthropic.Anthropic(base_url=sys.argv[1], api_key="x", max_retries=0)
TOOLS = [{"name": "look_up", "input_schema": {"type": "object"}}]
asked = [{"role": "user", "content": "where?"}]

for stream in (False, True):
    if stream:
        with client.messages.stream(model="m", max_tokens=9, system="be brief", messages=asked, tools=TOOLS) as events:
            answer = events.get_final_message()
    else:
        answer = client.messages.create(model="m", max_tokens=9, system="be brief", messages=asked, tools=TOOLS)
    text, call = answer.content
    print(text.text, answer.stop_reason, call.name, call.input, answer.usage.input_tokens, answer.usage.output_tokens)
    client.messages.create(model="m", max_tokens=9, tools=TOOLS, messages=asked + [
        {"role": "assistant", "content": [{"type": "text", "text": text.text},
                                          {"type": "tool_use", "id": call.id, "name": call.name, "input": call.input}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "here"}]}])
