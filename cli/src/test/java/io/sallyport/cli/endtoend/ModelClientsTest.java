package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packages {@code openai} and {@code anthropic} of Python, by the env file alone, before a server that sends the
 * rest of an answer only once the client has said that it read the beginning.
 */
class ModelClientsTest {
    private static final String SERVER = """
            import json, ssl, threading
            from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

            HEARD = threading.Semaphore(0)

            def chunk(text, end=None):
                return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m",
                        "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": end}]}

            def delta(text):
                return {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}

            OPENAI = [chunk("one"), chunk("two", "stop")]
            ANTHROPIC = [
                {"type": "message_start", "message": {"id": "m1", "type": "message", "role": "assistant",
                    "model": "m", "content": [], "stop_reason": None, "stop_sequence": None,
                    "usage": {"input_tokens": 1, "output_tokens": 1}}},
                {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                delta("one"), delta("two"),
                {"type": "content_block_stop", "index": 0},
                {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None},
                    "usage": {"output_tokens": 2}},
                {"type": "message_stop"}]

            class Answering(BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"

                def do_POST(self):
                    self.rfile.read(int(self.headers["Content-Length"]))
                    if self.path == "/v1/heard":
                        HEARD.release()
                        self.send_response(204)
                        self.end_headers()
                        return
                    self.send_response(200)
                    self.send_header("Content-Type", "text/event-stream")
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    for event in OPENAI if self.path == "/v1/chat/completions" else ANTHROPIC:
                        if "two" in json.dumps(event) and not HEARD.acquire(timeout=60):
                            return
                        self.event(json.dumps(event), event.get("type"))
                    if self.path == "/v1/chat/completions":
                        self.event("[DONE]", None)
                    self.wfile.write(b"0\\r\\n\\r\\n")

                def event(self, data, name):
                    text = ("event: %s\\n" % name if name else "") + "data: %s\\n\\n" % data
                    self.wfile.write(b"%x\\r\\n%s\\r\\n" % (len(text), text.encode()))

                def log_message(self, *said):
                    pass

            server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("chain.pem", "key.pem")
            server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_port, flush=True)
            server.serve_forever()
            """;

    private static final String CLIENT = """
            import sys
            from urllib.request import Request, urlopen

            BASE = "https://yes.test"
            ASK = [{"role": "user", "content": "count"}]

            def heard(text):
                if text:
                    print(text)
                    urlopen(Request(BASE + "/v1/heard", data=b"", method="POST"))

            if sys.argv[1] == "openai":
                import openai
                client = openai.OpenAI(base_url=BASE + "/v1", api_key="x", max_retries=0)
                for part in client.chat.completions.create(model="m", messages=ASK, stream=True):
                    heard(part.choices[0].delta.content)
                try:
                    client.embeddings.create(model="m", input="x")
                except openai.PermissionDeniedError as refused:
                    print(refused.status_code, refused.response.json()["reason"])
            else:
                import anthropic
                client = anthropic.Anthropic(base_url=BASE, api_key="x", max_retries=0)
                with client.messages.stream(model="m", max_tokens=9, messages=ASK) as stream:
                    for text in stream.text_stream:
                        heard(text)
                try:
                    client.messages.count_tokens(model="m", messages=ASK)
                except anthropic.PermissionDeniedError as refused:
                    print(refused.status_code, refused.response.json()["reason"])
            """;

    private static final String[] GRANTS = {
        "https://yes.test/v1/heard", "https://yes.test/v1/chat/completions", "https://yes.test/v1/messages"
    };

    @TempDir
    Path folder = Path.of("");

    private void readsEachPartBeforeTheNextAndIsToldWhyItIsRefused(String client, String streamed) throws Exception {
        Files.writeString(folder.resolve("client.py"), CLIENT);
        try (var server = PythonServer.start(folder, EnvSandbox.leaf(), SERVER);
                var sandbox = EnvSandbox.startBefore(folder, server.hostPort(), GRANTS)) {
            Client.Ended ended =
                    EnvSandbox.ends(sandbox.run(PythonPackages.variables(), "python3", "client.py", client));
            assertThat(ended.out().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).isEqualTo("one"),
                            line -> assertThat(line).isEqualTo("two"),
                            line -> assertThat(line).isEqualTo("403 no_grant"));
            assertThat(sandbox.verdicts(streamed)).containsExactly("allow granted");
        }
    }

    @Test
    void openaiReadsEachPartBeforeTheNext() throws Exception {
        readsEachPartBeforeTheNextAndIsToldWhyItIsRefused("openai", "/v1/chat/completions");
    }

    @Test
    void anthropicReadsEachPartBeforeTheNext() throws Exception {
        readsEachPartBeforeTheNextAndIsToldWhyItIsRefused("anthropic", "/v1/messages");
    }
}
