package io.sallyport.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.inference.translation.StreamTranslation;
import io.sallyport.inference.translation.Translation;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packages {@code openai} and {@code anthropic} of Python, each before a server of the other's API. */
class TranslatedPackagesTest {
    private static final String MESSAGE = "{'id':'m1','type':'message','role':'assistant','model':'c','content':["
            + "{'type':'text','text':'wait'},{'type':'tool_use','id':'t','name':'look_up','input':{'q':'\u00fc'}}],"
            + "'stop_reason':'tool_use','usage':{'input_tokens':9,'output_tokens':7}}";
    private static final String MESSAGES = "data: {'type':'message_start','message':{'id':'m1','model':'c','usage':"
            + "{'input_tokens':9,'output_tokens':1}}}\n\n"
            + "data: {'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}\n\n"
            + "data: {'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'wait'}}\n\n"
            + "data: {'type':'content_block_stop','index':0}\n\n"
            + "data: {'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'t','name':"
            + "'look_up','input':{}}}\n\n"
            + "data: {'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':"
            + "'{\\'q\\':'}}\n\n"
            + "data: {'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':"
            + "'\\'\u00fc\\'}'}}\n\n"
            + "data: {'type':'content_block_stop','index':1}\n\n"
            + "data: {'type':'message_delta','delta':{'stop_reason':'tool_use'},'usage':{'output_tokens':7}}\n\n"
            + "data: {'type':'message_stop'}\n\n";
    private static final String COMPLETION = "{'id':'c1','object':'chat.completion','model':'g','choices':[{'index':0,"
            + "'message':{'role':'assistant','content':'wait','tool_calls':[{'id':'t','type':'function','function':"
            + "{'name':'look_up','arguments':'{\\'q\\':\\'\u00fc\\'}'}}]},'finish_reason':'tool_calls'}],"
            + "'usage':{'prompt_tokens':9,'completion_tokens':7}}";
    private static final String CHUNKS = "data: {'id':'c1','model':'g','choices':[{'index':0,'delta':"
            + "{'role':'assistant','content':'wait'}}]}\n\n"
            + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'t','type':'function','function':"
            + "{'name':'look_up','arguments':'{\\'q\\':'}}]}}]}\n\n"
            + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'arguments':'\\'\u00fc\\'}'}}]}"
            + "}]}\n\n"
            + "data: {'choices':[{'index':0,'delta':{},'finish_reason':'tool_calls'}]}\n\n"
            + "data: {'choices':[],'usage':{'prompt_tokens':9,'completion_tokens':7}}\n\n"
            + "data: [DONE]\n\n";

    private final List<String> sent = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder = Path.of("");

    private Answer answer(ModelRequest request) {
        boolean toAnthropic = request.endpoint().api() == ModelApi.OPENAI;
        ModelApi backend = toAnthropic ? ModelApi.ANTHROPIC : ModelApi.OPENAI;
        return switch (Translation.of(request, backend, Instant.EPOCH)) {
            case Parsed.Rejected<Translation>(var why, var _) -> Answer.text(400, why);
            case Parsed.Accepted<Translation>(var translation) -> {
                sent.add(StandardCharsets.UTF_8
                        .decode(translation.request().body())
                        .toString()
                        .replace('"', '\''));
                yield request.isStream()
                        ? ModelServer.events(streamed(translation.stream(), bytes(toAnthropic ? MESSAGES : CHUNKS)))
                        : whole(translation.answer(bytes(toAnthropic ? MESSAGE : COMPLETION)));
            }
        };
    }

    private static byte[] bytes(String json) {
        return json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] streamed(StreamTranslation stream, byte[] backend) {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < backend.length; i++) {
            out.writeBytes(stream.accept(ByteBuffer.wrap(backend, i, 1)));
        }
        out.writeBytes(stream.end());
        return out.toByteArray();
    }

    private static Answer whole(Parsed<byte[]> answer) {
        return switch (answer) {
            case Parsed.Accepted<byte[]>(var body) ->
                new Answer.Whole(200, Map.of("content-type", "application/json"), Bytes.of(body));
            case Parsed.Rejected<byte[]>(var why, var _) -> Answer.text(502, why);
        };
    }

    @Test
    void openaiCallsToolsOfAServerOfAnthropics() throws IOException {
        try (var server = new ModelServer(this::answer)) {
            assertThat(PackageClient.lines(folder, "translated_openai.py", server.origin()))
                    .containsExactly(
                            "wait tool_calls look_up {'q': '\u00fc'} 9 7",
                            "wait tool_calls look_up {'q': '\u00fc'} 9 7");
            assertThat(sent)
                    .hasSize(4)
                    .element(3)
                    .asString()
                    .contains("{'role':'assistant','content':[{'type':'text','text':'wait'},"
                            + "{'type':'tool_use','id':'t','name':'look_up','input':{'q':'\u00fc'}}]},"
                            + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'t',"
                            + "'content':[{'type':'text','text':'here'}]}]}");
        }
    }

    @Test
    void anthropicCallsToolsOfAServerOfOpenAis() throws IOException {
        try (var server = new ModelServer(this::answer)) {
            assertThat(PackageClient.lines(folder, "translated_anthropic.py", server.origin()))
                    .containsExactly(
                            "wait tool_use look_up {'q': '\u00fc'} 9 7", "wait tool_use look_up {'q': '\u00fc'} 9 7");
            assertThat(sent)
                    .hasSize(4)
                    .element(3)
                    .asString()
                    .contains("{'role':'assistant','content':'wait','tool_calls':[{'id':'t','type':'function',"
                            + "'function':{'name':'look_up','arguments':'{\\'q\\':\\'\u00fc\\'}'}}]},"
                            + "{'role':'tool','tool_call_id':'t','content':'here'}");
        }
    }
}
