package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.PythonPackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real clients of models, before backends that demand the gateway's key and say what they were sent. */
class ModelTrafficTest {
    private static final String OPENAI = "sk-proj-realKeyOfOpenAi0123456789";
    private static final String ANTHROPIC = "sk-ant-realKeyOfAnthropic0123456789";

    private static final String GEMINI = "AIza-realKeyOfGemini0123456789";

    private static final String CONFIGURATION = """
            providers:
              openai:
                secret: {file: secrets/openai}
                endpoints: ["https://api.openai.com"]
                inject: {header: Authorization, before: "Bearer "}
              anthropic:
                secret: {file: secrets/anthropic}
                endpoints: ["https://api.anthropic.com"]
                inject: {header: X-Api-Key}
              gemini:
                secret: {file: secrets/gemini}
                endpoints: ["https://generativelanguage.googleapis.com"]
                inject: {header: X-Goog-Api-Key}
            inference:
              backends:
                openai: {api: openai, url: "https://api.openai.com", provider: openai, models: {small: gpt-small, dear: gpt-dear}}
                anthropic: {api: anthropic, url: "https://api.anthropic.com", provider: anthropic, models: {claude: claude-1}}
                gemini: {api: gemini, url: "https://generativelanguage.googleapis.com", provider: gemini, models: {flash: gemini-flash}}
                ollama: {api: ollama, url: "https://ollama.test", location: local, models: {llama: "llama3:1b"}}
              prices:
                "gpt-small": {currency: USD, input: "1", output: "2"}
                "gpt-dear": {currency: USD, input: "1000", output: "2000"}
                "claude*": {currency: USD, input: "3", output: "15"}
                "gemini*": {currency: USD, input: "1", output: "2"}
            """;

    private static final String CLIENT = """
            import sys
            import openai, anthropic, ollama
            from google import genai
            BASE = "http://inference.sallyport.internal"
            ASK = [{"role": "user", "content": "count"}]
            TOOL = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
            one = openai.OpenAI(base_url=BASE + "/v1", api_key="sandbox-own-key-1", max_retries=0)
            two = anthropic.Anthropic(base_url=BASE, api_key="sandbox-own-key-2", max_retries=0)

            three = genai.Client(api_key="sandbox-own-key-3", http_options={"base_url": BASE})
            four = ollama.Client(host=BASE + ":80")

            def tell(work):
                try:
                    print(work())
                except (openai.APIStatusError, anthropic.APIStatusError) as refused:
                    print(type(refused).__name__, refused.status_code, refused.body)

            def streamed():
                parts = one.chat.completions.create(model="small", messages=ASK, stream=True)
                return "".join(part.choices[0].delta.content or "" for part in parts)

            def messages():
                with two.messages.stream(model="claude", max_tokens=9, messages=ASK) as stream:
                    return "".join(stream.text_stream)

            def small():
                with two.messages.stream(model="small", max_tokens=9, messages=ASK) as stream:
                    return "".join(stream.text_stream)

            def told(part):
                return part.message.content

            DO = {
                "gemini": lambda: three.models.generate_content(model="flash", contents="count").text,
                "stream of gemini": lambda: "".join(
                    part.text for part in three.models.generate_content_stream(model="flash", contents="count")),
                "models of gemini": lambda: [model.name for model in three.models.list()],
                "ollama": lambda: told(four.chat(model="llama", messages=ASK)),
                "stream of ollama": lambda: "".join(
                    told(part) for part in four.chat(model="llama", messages=ASK, stream=True)),
                "models of ollama": lambda: [model.model for model in four.list().models],
                "llama by openai": lambda: one.chat.completions.create(
                    model="llama", messages=ASK).choices[0].message.content,
                "chat": lambda: one.chat.completions.create(
                    model="small", messages=ASK, tools=[TOOL]).choices[0].message.content,
                "stream": streamed,
                "dear": lambda: one.chat.completions.create(model="dear", messages=ASK),
                "other": lambda: one.chat.completions.create(model="other", messages=ASK),
                "models": lambda: [model.id for model in one.models.list()],
                "transcription": lambda: one.audio.transcriptions.create(model="small", file=("a.wav", b"RIFF")).text,
                "claude by openai": lambda: one.chat.completions.create(
                    model="claude", messages=ASK, max_tokens=9).choices[0].message.content,
                "stream of claude by openai": lambda: "".join(
                    part.choices[0].delta.content or "" for part in one.chat.completions.create(
                        model="claude", messages=ASK, max_tokens=9, stream=True)),
                "choices of claude": lambda: one.chat.completions.create(
                    model="claude", messages=ASK, max_tokens=9, n=2),
                "small by anthropic": lambda: two.messages.create(
                    model="small", max_tokens=9, messages=ASK).content[0].text,
                "stream of small by anthropic": small,
                "claude": lambda: two.messages.create(model="claude", max_tokens=9, messages=ASK).content[0].text,
                "messages": messages,
                "count": lambda: two.messages.count_tokens(model="claude", messages=ASK).input_tokens,
                "embed": lambda: one.embeddings.create(model="small", input="x", encoding_format="float").data[0].embedding,
            }
            for name in sys.argv[1:]:
                tell(DO[name])
            """;

    @TempDir
    Path folder = Path.of("");

    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
    private CredentialSandbox sandbox = unset();

    @BeforeEach
    void start() throws Exception {
        sandbox = CredentialSandbox.start(
                folder,
                this::answer,
                Map.of("secrets/openai", OPENAI, "secrets/anthropic", ANTHROPIC, "secrets/gemini", GEMINI),
                CONFIGURATION,
                "api.openai.com",
                "api.anthropic.com",
                "generativelanguage.googleapis.com",
                "ollama.test");
        Files.writeString(folder.resolve("client.py"), CLIENT);
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private Answer answer(ReceivedRequest request) {
        received.add(request);
        boolean streams = request.body().text().contains("\"stream\": true")
                || request.body().text().contains("\"stream\":true");
        return switch (request.path().replace("/v1beta/", "/v1/")) {
            case "/v1/models/gemini-flash:generateContent" ->
                demanding(GEMINI, request.header("X-Goog-Api-Key"), json(generated("six")));
            case "/v1/models/gemini-flash:streamGenerateContent" ->
                demanding(
                        GEMINI,
                        request.header("X-Goog-Api-Key"),
                        stream("data: " + generated("se") + "\n\ndata: " + generated("ven") + "\n\n"));
            case "/api/chat" -> {
                boolean whole = !streams;
                yield whole ? json(said("eight", true)) : lines(said("ni", false) + "\n" + said("ne", true) + "\n");
            }
            case "/v1/chat/completions" ->
                "ollama.test".equals(request.header("Host"))
                        ? completion("")
                        : demanding(
                                "Bearer " + OPENAI,
                                request.header("Authorization"),
                                streams ? chunks() : completion(OPENAI));
            case "/v1/messages" -> demanding(ANTHROPIC, request.header("X-Api-Key"), streams ? events() : message());
            case "/v1/messages/count_tokens" ->
                demanding(ANTHROPIC, request.header("X-Api-Key"), json("{\"input_tokens\": 7}"));
            case "/v1/audio/transcriptions" ->
                demanding(
                        "Bearer " + OPENAI,
                        request.header("Authorization"),
                        json(request.body().text().contains("gpt-small") ? "{\"text\":\"heard\"}" : "{}"));
            case "/v1/embeddings" -> demanding("Bearer " + OPENAI, request.header("Authorization"), json("""
                        {"object":"list","model":"gpt-small","usage":{"prompt_tokens":3,"total_tokens":3},
                         "data":[{"object":"embedding","index":0,"embedding":[0.5]}]}"""));
            default -> Answer.text(404, "");
        };
    }

    private static Answer demanding(String credential, @Nullable String shown, Answer answer) {
        return credential.equals(shown) ? answer : new Answer.Whole(401, Map.of(), Bytes.of("{}"));
    }

    private static Answer json(String text) {
        return Answer.bytes("application/json", Bytes.of(text));
    }

    private static String generated(String text) {
        return ("{\"candidates\":[{\"index\":0,\"finishReason\":\"STOP\",\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"%s\"}]}}],"
                        + "\"usageMetadata\":{\"promptTokenCount\":3,\"candidatesTokenCount\":4,\"totalTokenCount\":7}}")
                .formatted(text);
    }

    private static String said(String text, boolean isLast) {
        return ("{\"model\":\"llama3:1b\",\"created_at\":\"2026-11-27T00:00:00Z\",\"message\":{\"role\":\"assistant\",\"content\":\"%s\"},"
                        + "\"done\":%s,\"prompt_eval_count\":5,\"eval_count\":6}")
                .formatted(text, isLast);
    }

    private static Answer lines(String body) {
        return new Answer.Raw(
                "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n" + body, true);
    }

    private static Answer completion(String echo) {
        return json("""
                {"id":"c1","object":"chat.completion","created":1,"model":"gpt-small","choices":[{"index":0,
                 "finish_reason":"stop","message":{"role":"assistant","content":"three %s"}}],
                 "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,
                 "prompt_tokens_details":{"cached_tokens":4}}}""".formatted(echo));
    }

    private static Answer message() {
        return json("""
                {"id":"m1","type":"message","role":"assistant","model":"claude-1","stop_reason":"end_turn",
                 "stop_sequence":null,"content":[{"type":"text","text":"four"}],
                 "usage":{"input_tokens":5,"output_tokens":6}}""");
    }

    private static Answer stream(String body) {
        return new Answer.Raw(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + body, true);
    }

    private static Answer chunks() {
        String chunk = "{\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",";
        return stream("data: " + chunk + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one \"}}]}\n\n"
                + "data: " + chunk
                + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\"two\"},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: " + chunk + "\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\n"
                + "data: [DONE]\n\n");
    }

    private static Answer events() {
        return stream("""
                event: message_start
                data: {"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":8,"output_tokens":1}}}

                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"five"}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}

                event: message_stop
                data: {"type":"message_stop"}

                """);
    }

    private List<String> ask(String id, String... names) {
        var command = new ArrayList<>(List.of("python3", "client.py"));
        command.addAll(List.of(names));
        Client.Ended ended = ends(sandbox.runAs(id, PythonPackages.variables(), command.toArray(String[]::new)));
        sandbox.hidesSecrets("a client", ended.out() + ended.err());
        return ended.out().lines().toList();
    }

    @Test
    void clientsOfOpenAiAndAnthropicAreAnsweredByTheOperatorsBackendsWithTheOperatorsKeys() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"small\", \"claude\"]}");
        assertThat(ask(
                        "sb-1",
                        "chat",
                        "stream",
                        "claude",
                        "messages",
                        "count",
                        "embed",
                        "transcription",
                        "models",
                        "other"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("three " + "*".repeat(OPENAI.length())),
                        line -> assertThat(line).isEqualTo("one two"),
                        line -> assertThat(line).isEqualTo("four"),
                        line -> assertThat(line).isEqualTo("five"),
                        line -> assertThat(line).isEqualTo("7"),
                        line -> assertThat(line).isEqualTo("[0.5]"),
                        line -> assertThat(line).isEqualTo("heard"),
                        line -> assertThat(line).isEqualTo("['claude', 'small']"),
                        line -> assertThat(line)
                                .startsWith("PermissionDeniedError 403")
                                .contains("no_grant"));
        assertThat(received).allSatisfy(request -> {
            assertThat(request.headers().toString()).doesNotContain("sandbox-own-key");
            assertThat(request.body().text()).doesNotContain("\"small\"").doesNotContain("\"claude\"");
        });
        sandbox.hidesSecretsInFiles();
    }

    @Test
    void whatOneApiAsksTheOthersBackendAnswersWhereBothHaveIt() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"*\"]}");
        assertThat(ask(
                        "sb-1",
                        "claude by openai",
                        "stream of claude by openai",
                        "choices of claude",
                        "small by anthropic",
                        "stream of small by anthropic"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("four"),
                        line -> assertThat(line).isEqualTo("five"),
                        line -> assertThat(line)
                                .startsWith("BadRequestError 400")
                                .contains("n"),
                        line -> assertThat(line).isEqualTo("three " + "*".repeat(OPENAI.length())),
                        line -> assertThat(line).isEqualTo("one two"));
        assertThat(received)
                .extracting(ReceivedRequest::path)
                .containsExactly("/v1/messages", "/v1/messages", "/v1/chat/completions", "/v1/chat/completions");
        sandbox.hidesSecretsInFiles();
    }

    @Test
    void clientsOfGeminiAndOllamaAreAnsweredInTheirForms() throws Exception {
        sandbox.putLease("sb-1", "{\"model.use\": [\"flash\", \"llama\"]}");
        assertThat(ask(
                        "sb-1",
                        "gemini",
                        "stream of gemini",
                        "models of gemini",
                        "ollama",
                        "stream of ollama",
                        "models of ollama",
                        "llama by openai"))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("six"),
                        line -> assertThat(line).isEqualTo("seven"),
                        line -> assertThat(line).isEqualTo("['models/flash']"),
                        line -> assertThat(line).isEqualTo("eight"),
                        line -> assertThat(line).isEqualTo("nine"),
                        line -> assertThat(line).isEqualTo("['llama']"),
                        line -> assertThat(line).startsWith("three"));
        assertThat(received)
                .allSatisfy(request -> assertThat(request.headers().toString()).doesNotContain("sandbox-own-key"));
        assertThat(sandbox.rig().records("model"))
                .extracting(record -> record.path("model_api").asString() + " "
                        + record.path("provider").asString())
                .containsExactly(
                        "gemini gemini",
                        "gemini gemini",
                        "gemini ",
                        "ollama ollama",
                        "ollama ollama",
                        "ollama ",
                        "openai ollama");
        sandbox.hidesSecretsInFiles();
    }
}
