"""What each package makes of a stream that the gateway ends: PACKAGE URL."""
import sys

package, url = sys.argv[1:]
ASK = [{"role": "user", "content": "count"}]


def openai_client():
    import openai
    return openai.OpenAI(base_url=url + "/v1", api_key="x", max_retries=0)


def chat():
    text, reason = "", None
    for chunk in openai_client().chat.completions.create(model="m", messages=ASK, stream=True):
        text += chunk.choices[0].delta.content or ""
        reason = chunk.choices[0].finish_reason
    return text, reason


def responses():
    text, last = "", None
    for event in openai_client().responses.create(model="m", input="count", stream=True):
        text += event.delta if event.type == "response.output_text.delta" else ""
        last = event
    return text, last.response.incomplete_details.reason


def anthropic():
    import anthropic
    client = anthropic.Anthropic(base_url=url, api_key="x", max_retries=0)
    with client.messages.stream(model="m", max_tokens=9, messages=ASK) as stream:
        message = stream.get_final_message()
    return "".join(block.text for block in message.content), message.stop_reason


def gemini():
    from google import genai
    from google.genai import types
    client = genai.Client(api_key="x", http_options=types.HttpOptions(base_url=url))
    text, reason = "", None
    for chunk in client.models.generate_content_stream(model="m", contents="count"):
        text += chunk.text or ""
        reason = chunk.candidates[0].finish_reason
    return text, reason.name


def ollama():
    import ollama
    text, reason = "", None
    for part in ollama.Client(host=url).chat(model="m", messages=ASK, stream=True):
        text += part.message.content
        reason = part.done_reason
    return text, reason


try:
    print(*globals()[package]())
except Exception as failed:
    print(type(failed).__name__, failed)
