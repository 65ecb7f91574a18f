"""Which exception each package raises for the status that the server answers with: PACKAGE URL."""
import sys

package, url = sys.argv[1:]
ASK = [{"role": "user", "content": "count"}]


def openai():
    import openai
    client = openai.OpenAI(base_url=url + "/v1", api_key="x", max_retries=1)
    client.chat.completions.create(model="m", messages=ASK)


def anthropic():
    import anthropic
    client = anthropic.Anthropic(base_url=url, api_key="x", max_retries=1)
    client.messages.create(model="m", max_tokens=9, messages=ASK)


def gemini():
    from google import genai
    from google.genai import types
    client = genai.Client(api_key="x", http_options=types.HttpOptions(base_url=url))
    client.models.generate_content(model="m", contents="count")


def ollama():
    import ollama
    ollama.Client(host=url).chat(model="m", messages=ASK)


try:
    globals()[package]()
except Exception as failed:
    print(type(failed).__name__, failed, getattr(failed, "code", ""))
