"""Each call of the package openai that the gateway knows."""
import sys

import openai

client = openai.OpenAI(base_url=sys.argv[1] + "/v1", api_key="x", max_retries=0)
ASK = [{"role": "user", "content": "count"}]
IMAGE = [{"role": "user", "content": [
    {"type": "text", "text": "what is it?"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]}]
TOOLS = [{"type": "function", "function": {"name": "look_up", "parameters": {"type": "object"}}}]

print(client.chat.completions.create(model="m", messages=ASK, max_completion_tokens=9).choices[0].message.content)
client.chat.completions.create(model="m", messages=IMAGE, max_tokens=8, tools=TOOLS, tool_choice="auto", n=2)
for chunk in client.chat.completions.create(
        model="m", messages=ASK, stream=True, stream_options={"include_usage": True}):
    print(chunk.choices[0].delta.content if chunk.choices else chunk.usage.total_tokens)
with client.chat.completions.stream(model="m", messages=ASK) as stream:
    print(stream.get_final_completion().choices[0].finish_reason)
client.responses.create(model="m", input="count", max_output_tokens=7, tools=[{"type": "web_search"}])
client.completions.create(model="m", prompt="count", max_tokens=6)
print(client.embeddings.create(model="m", input=["a", "b"], encoding_format="float").usage.prompt_tokens)
client.audio.speech.create(model="m", voice="alloy", input="hello")
print(client.audio.transcriptions.create(model="m", file=("a.wav", b"RIFF")).text)
client.models.list()
client.models.retrieve("m")
