package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packages {@code openai}, {@code anthropic}, {@code google-genai} and {@code ollama} of Python. */
class ModelPackagesTest {
    private static final String CHUNK = "data: {'id':'c','object':'chat.completion.chunk','created':1,'model':'m',"
            + "'choices':[{'index':0,'delta':{'role':'assistant','content':'one'}}]}\n\n";
    private static final String MESSAGE = "event: message_start\ndata: {'type':'message_start','message':{'id':'m1',"
            + "'type':'message','role':'assistant','model':'m','content':[],'usage':{'input_tokens':1,'output_tokens':1}}}"
            + "\n\nevent: content_block_start\ndata: {'type':'content_block_start','index':0,'content_block':"
            + "{'type':'text','text':''}}\n\nevent: content_block_delta\ndata: {'type':'content_block_delta','index':0,"
            + "'delta':{'type':'text_delta','text':'one'}}\n\n";
    private static final String DELTA = "event: response.output_text.delta\ndata: {'type':'response.output_text.delta',"
            + "'item_id':'i','output_index':0,'content_index':0,'delta':'one','sequence_number':1,'logprobs':[]}\n\n";
    private static final String CANDIDATE =
            "data: {'candidates':[{'index':0,'content':{'role':'model','parts':[{'text':'one'}]}}]}\r\n\r\n";
    private static final String LINE =
            "{'model':'m','created_at':'2026-01-01T00:00:00Z','message':{'role':'assistant','content':'one'},'done':false}\n";

    @TempDir
    Path folder = Path.of("");

    private static Answer answer(ModelRequest request) {
        return switch (request.endpoint().operation()) {
            case CHAT_COMPLETIONS ->
                request.isStream()
                        ? events(CHUNK
                                + CHUNK.replace(
                                        "'delta':{'role':'assistant','content':'one'}",
                                        "'delta':{},'finish_reason':'stop'")
                                + "data: [DONE]\n\n")
                        : ModelServer.json(
                                "{'id':'c','object':'chat.completion','created':1,'model':'m','choices':["
                                        + "{'index':0,'finish_reason':'stop','message':{'role':'assistant','content':'one'}}]}");
            case EMBEDDINGS ->
                ModelServer.json(
                        "{'object':'list','model':'m','data':[],'usage':{'prompt_tokens':4,'total_tokens':4}}");
            case MODELS, ANTHROPIC_MODELS -> ModelServer.json("{'object':'list','data':[]}");
            case MESSAGES ->
                request.isStream()
                        ? events(
                                MESSAGE + "event: content_block_stop\ndata: {'type':'content_block_stop','index':0}\n\n"
                                        + "event: message_delta\ndata: {'type':'message_delta','delta':{'stop_reason':'end_turn',"
                                        + "'stop_sequence':null},'usage':{'output_tokens':5}}\n\n"
                                        + "event: message_stop\ndata: {'type':'message_stop'}\n\n")
                        : ModelServer.json("{'id':'m1','type':'message','role':'assistant','model':'m','content':["
                                + "{'type':'text','text':'one'}],'usage':{'input_tokens':1,'output_tokens':1}}");
            case COUNT_TOKENS -> ModelServer.json("{'input_tokens':3}");
            case GENERATE_CONTENT ->
                ModelServer.json("{'candidates':[{'content':{'role':'model','parts':[{'text':'one'}]}}]}");
            case STREAM_GENERATE_CONTENT -> events(CANDIDATE + CANDIDATE);
            case BATCH_EMBED_CONTENTS -> ModelServer.json("{'embeddings':[]}");
            case GEMINI_COUNT_TOKENS -> ModelServer.json("{'totalTokens':3}");
            case OLLAMA_CHAT ->
                request.isStream() ? lines(LINE + LINE.replace("'done':false", "'done':true")) : ModelServer.json(LINE);
            case OLLAMA_GENERATE -> ModelServer.json("{'model':'m','response':'one','done':true}");
            case OLLAMA_EMBED -> ModelServer.json("{'model':'m','embeddings':[]}");
            case OLLAMA_EMBEDDINGS -> ModelServer.json("{'embedding':[]}");
            case TRANSCRIPTIONS -> ModelServer.json("{'text':'one'}");
            case OLLAMA_TAGS, OLLAMA_PS -> ModelServer.json("{'models':[]}");
            case OLLAMA_SHOW -> ModelServer.json("{'model_info':{}}");
            default -> ModelServer.json("{}");
        };
    }

    private static Answer events(String events) {
        return ModelServer.events(events.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static Answer lines(String lines) {
        return Answer.bytes("application/x-ndjson", Bytes.of(lines.replace('\'', '"')));
    }

    @Test
    void allCallsOfOpenaiAreRead() throws IOException {
        try (var server = new ModelServer(ModelPackagesTest::answer)) {
            assertThat(PackageClient.lines(folder, "calls_openai.py", server.origin()))
                    .containsExactly("one", "one", "None", "stop", "4", "one");
            assertThat(server.read())
                    .containsExactly(
                            "CHAT_COMPLETIONS m [], 1 messages, 1 answers of 9 tokens",
                            "CHAT_COMPLETIONS m [look_up], 1 messages, 2 answers of 8 tokens",
                            "CHAT_COMPLETIONS m stream [], 1 messages, 1 answers of null tokens",
                            "CHAT_COMPLETIONS m stream [], 1 messages, 1 answers of null tokens",
                            "RESPONSES m [web_search], 1 messages, 1 answers of 7 tokens",
                            "COMPLETIONS m [], 1 messages, 1 answers of 6 tokens",
                            "EMBEDDINGS m [], 2 messages, 1 answers of null tokens",
                            "SPEECH m [], 1 messages, 1 answers of null tokens",
                            "TRANSCRIPTIONS m [], 1 messages, 1 answers of null tokens",
                            "MODELS null [], 0 messages, 1 answers of null tokens",
                            "MODEL m [], 0 messages, 1 answers of null tokens");
        }
    }

    @Test
    void allCallsOfAnthropicAreRead() throws IOException {
        try (var server = new ModelServer(ModelPackagesTest::answer)) {
            assertThat(PackageClient.lines(folder, "calls_anthropic.py", server.origin()))
                    .containsExactly("one", "one 5", "3");
            assertThat(server.read())
                    .containsExactly(
                            "MESSAGES m [], 1 messages, 1 answers of 9 tokens",
                            "MESSAGES m [look_up, web_search, web_search_20250305], 2 messages, 1 answers of 8 tokens",
                            "MESSAGES m stream [], 1 messages, 1 answers of 7 tokens",
                            "COUNT_TOKENS m [], 1 messages, 1 answers of null tokens",
                            "ANTHROPIC_MODELS null [], 0 messages, 1 answers of null tokens",
                            "ANTHROPIC_MODEL m [], 0 messages, 1 answers of null tokens");
        }
    }

    @Test
    void allCallsOfGoogleGenaiAreRead() throws IOException {
        try (var server = new ModelServer(ModelPackagesTest::answer)) {
            assertThat(PackageClient.lines(folder, "calls_gemini.py", server.origin()))
                    .containsExactly("one", "oneone", "3");
            assertThat(server.read())
                    .containsExactly(
                            "GENERATE_CONTENT m [googleSearch, look_up], 1 messages, 2 answers of 9 tokens",
                            "STREAM_GENERATE_CONTENT m stream [], 1 messages, 1 answers of null tokens",
                            "BATCH_EMBED_CONTENTS m [], 2 messages, 1 answers of null tokens",
                            "GEMINI_COUNT_TOKENS m [], 1 messages, 1 answers of null tokens",
                            "GEMINI_MODELS null [], 0 messages, 1 answers of null tokens",
                            "GEMINI_MODEL m [], 0 messages, 1 answers of null tokens");
        }
    }

    @Test
    void allCallsOfOllamaAreReadButThoseThatChangeTheServer() throws IOException {
        try (var server = new ModelServer(ModelPackagesTest::answer)) {
            assertThat(PackageClient.lines(folder, "calls_ollama.py", server.origin()))
                    .containsExactly("one", "oneone", "one", "404 this is no known operation of a model API");
            assertThat(server.read())
                    .containsExactly(
                            "OLLAMA_CHAT m [look_up], 1 messages, 1 answers of 9 tokens",
                            "OLLAMA_CHAT m stream [], 1 messages, 1 answers of null tokens",
                            "OLLAMA_GENERATE m [], 1 messages, 1 answers of null tokens",
                            "OLLAMA_EMBED m [], 2 messages, 1 answers of null tokens",
                            "OLLAMA_EMBEDDINGS m [], 1 messages, 1 answers of null tokens",
                            "OLLAMA_SHOW m [], 0 messages, 1 answers of null tokens",
                            "OLLAMA_TAGS null [], 0 messages, 1 answers of null tokens",
                            "OLLAMA_PS null [], 0 messages, 1 answers of null tokens",
                            "this is no known operation of a model API");
        }
    }

    private static String begun(ModelOperation operation) {
        return switch (operation.api()) {
            case OPENAI -> operation == ModelOperation.RESPONSES ? DELTA : CHUNK;
            case ANTHROPIC -> MESSAGE;
            case GEMINI -> CANDIDATE;
            case OLLAMA -> LINE;
        };
    }

    /** Answers with the beginning of a stream and the end that the gateway makes for it. */
    private static Answer ended(ModelRequest request, boolean failed) {
        ModelOperation operation = request.endpoint().operation();
        AnswerForm form = operation.api() == ModelApi.OLLAMA ? AnswerForm.LINES : AnswerForm.EVENTS;
        UsageReader reader = UsageReader.of(operation, form);
        byte[] begun = begun(operation).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        reader.accept(ByteBuffer.wrap(begun));
        byte[] end = failed
                ? StreamEnd.asFailed(reader, 502, "backend_error", "no more")
                : StreamEnd.atLimit(reader, Instant.EPOCH);
        byte[] all = Arrays.copyOf(begun, begun.length + end.length);
        System.arraycopy(end, 0, all, begun.length, end.length);
        String type = form == AnswerForm.LINES ? "application/x-ndjson" : "text/event-stream";
        return new Answer.Whole(200, Map.of("content-type", type), Bytes.of(all));
    }

    @ParameterizedTest
    @CsvSource({
        "chat, one length",
        "responses, one max_output_tokens",
        "anthropic, one max_tokens",
        "gemini, one MAX_TOKENS",
        "ollama, one length",
    })
    void aStreamThatTheGatewayEndsIsAnAnswerThatReachedItsLimit(String client, String printed) throws IOException {
        try (var server = new ModelServer(request -> ended(request, false))) {
            assertThat(PackageClient.lines(folder, "ended_streams.py", server.origin(), client))
                    .containsExactly(printed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "chat, APIError no more",
        "responses, APIError no more",
        "anthropic, APIStatusError",
        "gemini, ServerError 502",
        "ollama, ResponseError backend_error: no more",
    })
    void aStreamThatFailsRaisesTheClientsException(String client, String printed) throws IOException {
        try (var server = new ModelServer(request -> ended(request, true))) {
            assertThat(PackageClient.lines(folder, "ended_streams.py", server.origin(), client))
                    .singleElement()
                    .asString()
                    .startsWith(printed);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "openai, 401, AuthenticationError, 1",
        "openai, 402, APIStatusError, 1",
        "openai, 403, PermissionDeniedError, 1",
        "openai, 404, NotFoundError, 1",
        "openai, 429, RateLimitError, 2",
        "openai, 503, InternalServerError, 2",
        "anthropic, 401, AuthenticationError, 1",
        "anthropic, 402, PaymentRequiredError, 1",
        "anthropic, 403, PermissionDeniedError, 1",
        "anthropic, 429, RateLimitError, 2",
        "anthropic, 503, ServiceUnavailableError, 2",
        "gemini, 402, ClientError, 1",
        "gemini, 403, ClientError, 1",
        "gemini, 503, ServerError, 1",
        "ollama, 402, ResponseError, 1",
        "ollama, 403, ResponseError, 1",
    })
    void anErrorRaisesTheClientsExceptionAndIsTriedAgainOnlyIfThatMayHelp(
            String client, int status, String exception, int attempts) throws IOException {
        try (var server = new ModelServer(request -> {
            byte[] body = ModelError.body(request.endpoint().api(), status, "some_code", "some words");
            return new Answer.Whole(status, Map.of("content-type", "application/json"), Bytes.of(body));
        })) {
            assertThat(PackageClient.lines(folder, "errors.py", server.origin(), client))
                    .singleElement()
                    .asString()
                    .startsWith(exception)
                    .contains("some words")
                    .contains("some_code");
            assertThat(server.read()).hasSize(attempts);
        }
    }
}
