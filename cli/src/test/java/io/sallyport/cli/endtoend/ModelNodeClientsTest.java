package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.junit.NodePackages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packages {@code openai} and {@code @anthropic-ai/sdk} of Node, with tools, as a whole and as streams. */
class ModelNodeClientsTest {
    private static final String OPENAI = "sk-proj-realKeyOfOpenAi0123456789";
    private static final String ANTHROPIC = "sk-ant-realKeyOfAnthropic0123456789";

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
            inference:
              backends:
                openai: {api: openai, url: "https://api.openai.com", provider: openai, models: {small: gpt-small}}
                anthropic: {api: anthropic, url: "https://api.anthropic.com", provider: anthropic, models: {claude: claude-1}}
            """;

    private static final String CLIENT = """
            const { EnvHttpProxyAgent, setGlobalDispatcher } = require('undici');
            const OpenAI = require('openai');
            const Anthropic = require('@anthropic-ai/sdk');
            setGlobalDispatcher(new EnvHttpProxyAgent({ proxyTunnel: false })); // http:// as to any proxy
            const base = 'http://inference.sallyport.internal';
            const one = new OpenAI({ baseURL: base + '/v1', apiKey: 'sandbox-own-key-1', maxRetries: 0 });
            const two = new Anthropic({ baseURL: base, apiKey: 'sandbox-own-key-2', maxRetries: 0 });
            const messages = [{ role: 'user', content: 'look' }];
            const look = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } };
            const tool = { name: 'look', input_schema: { type: 'object' } };
            const called = calls => calls.map(call => call.function.name + call.function.arguments).join();
            const used = content => content.map(block => block.name + JSON.stringify(block.input)).join();

            async function tell(work) {
              try {
                console.log(await work());
              } catch (refused) {
                console.log(refused.constructor.name, refused.status ?? refused.cause);
              }
            }

            (async () => {
              const ask = { model: 'small', messages, tools: [look] };
              const say = { model: 'claude', max_tokens: 9, messages, tools: [tool] };
              await tell(async () => called((await one.chat.completions.create(ask)).choices[0].message.tool_calls));
              await tell(async () => {
                let text = '';
                for await (const part of await one.chat.completions.create({ ...ask, stream: true }))
                  text += (part.choices[0].delta.tool_calls ?? []).map(call => call.function.arguments).join('');
                return text;
              });
              await tell(async () => used((await two.messages.create(say)).content));
              await tell(async () => used((await two.messages.stream(say).finalMessage()).content));
              await tell(async () => used((await two.messages.create({ ...say, model: 'small' })).content));
              await tell(() => one.chat.completions.create({ ...ask, model: 'other' }));
              await tell(() => two.messages.create({ ...say, model: 'other' }));
            })();
            """;

    @TempDir
    Path folder = Path.of("");

    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();

    private Answer answer(ReceivedRequest request) {
        received.add(request);
        boolean streams = request.body().text().contains("\"stream\":true");
        return switch (request.path()) {
            case "/v1/chat/completions" -> streams ? stream(chunks()) : json("""
                    {"id":"c1","object":"chat.completion","created":1,"model":"gpt-small","choices":[{"index":0,
                     "finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[
                     {"id":"t1","type":"function","function":{"name":"look","arguments":"{\\"at\\":1}"}}]}}],
                     "usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}""");
            case "/v1/messages" -> streams ? stream(events()) : json("""
                    {"id":"m1","type":"message","role":"assistant","model":"claude-1","stop_reason":"tool_use",
                     "stop_sequence":null,"content":[{"type":"tool_use","id":"t1","name":"look","input":{"at":2}}],
                     "usage":{"input_tokens":5,"output_tokens":6}}""");
            default -> Answer.text(404, "");
        };
    }

    private static Answer json(String text) {
        return Answer.bytes("application/json", Bytes.of(text));
    }

    private static Answer stream(String body) {
        return new Answer.Raw(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + body, true);
    }

    private static String chunks() {
        String chunk = "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",";
        String call = "\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,%s\"function\":{%s}}]}}]}\n\n";
        return chunk
                + call.formatted("\"id\":\"t1\",\"type\":\"function\",", "\"name\":\"look\",\"arguments\":\"{\\\"at\"")
                + chunk + call.formatted("", "\"arguments\":\"\\\":3}\"") + chunk
                + "\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n" + chunk
                + "\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2,\"total_tokens\":11}}\n\n"
                + "data: [DONE]\n\n";
    }

    private static String events() {
        return """
                event: message_start
                data: {"type":"message_start","message":{"id":"m1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":8,"output_tokens":1}}}

                event: content_block_start
                data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"look","input":{}}}

                event: content_block_delta
                data: {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"at\\":4}"}}

                event: content_block_stop
                data: {"type":"content_block_stop","index":0}

                event: message_delta
                data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":3}}

                event: message_stop
                data: {"type":"message_stop"}

                """;
    }

    @Test
    @Timeout(120)
    void clientsOfNodeCallToolsAndHearOfRefusals() throws Exception {
        try (var sandbox = CredentialSandbox.start(
                folder,
                this::answer,
                Map.of("secrets/openai", OPENAI, "secrets/anthropic", ANTHROPIC),
                CONFIGURATION,
                "api.openai.com",
                "api.anthropic.com")) {
            sandbox.putLease("sb-1", "{\"model.use\": [\"small\", \"claude\"]}");
            Files.writeString(folder.resolve("client.cjs"), CLIENT);
            var ended = ends(sandbox.runAs("sb-1", NodePackages.variables(), "node", "client.cjs"));
            assertThat(ended.out().lines())
                    .containsExactly(
                            "look{\"at\":1}",
                            "{\"at\":3}",
                            "look{\"at\":2}",
                            "look{\"at\":4}",
                            "look{\"at\":1}",
                            "PermissionDeniedError 403",
                            "PermissionDeniedError 403");
            assertThat(received)
                    .hasSize(5)
                    .allSatisfy(
                            request -> assertThat(request.headers().toString()).doesNotContain("sandbox-own-key"));
            sandbox.hidesSecrets("a client", ended.out() + ended.err());
            sandbox.hidesSecretsInFiles();
        }
    }
}
