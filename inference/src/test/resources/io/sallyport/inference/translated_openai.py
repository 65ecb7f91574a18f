"""The package openai before a server of Anthropic's API: a call with a tool, its result, and streams."""
import json
import sys

import openai

client = openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="x", max_retries=0)
TOOLS = [{"type": "function", "function": {"name": "look_up", "parameters": {"type": "object"}}}]
messages = [{"role": "system", "content": "be brief"}, {"role": "user", "content": "where?"}]

for stream in (False, True):
    if stream:
        with client.chat.completions.stream(model="m", messages=messages, tools=TOOLS,
                                            stream_options={"include_usage": True}) as events:
            answer = events.get_final_completion()
    else:
        answer = client.chat.completions.create(model="m", messages=messages, tools=TOOLS)
    choice = answer.choices[0]
    call = choice.message.tool_calls[0]
    print(choice.message.content, choice.finish_reason, call.function.name, json.loads(call.function.arguments),
          answer.usage.prompt_tokens, answer.usage.completion_tokens)
    client.chat.completions.create(model="m", tools=TOOLS, messages=messages + [
        {"role": "assistant", "content": choice.message.content, "tool_calls": [
            {"id": call.id, "type": "function",
             "function": {"name": call.function.name, "arguments": call.function.arguments}}]},
        {"role": "tool", "tool_call_id": call.id, "content": "here"}])
