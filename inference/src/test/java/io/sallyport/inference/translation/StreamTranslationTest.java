package io.sallyport.inference.translation;

import static io.sallyport.inference.ModelOperation.CHAT_COMPLETIONS;
import static io.sallyport.inference.ModelOperation.MESSAGES;
import static io.sallyport.inference.translation.Translations.accepted;
import static io.sallyport.inference.translation.Translations.bytes;
import static io.sallyport.inference.translation.Translations.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.inference.ModelOperation;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamTranslationTest {
    private static final String MESSAGES_STREAM = """
            event: message_start
            data: {'type':'message_start','message':{'id':'m1','model':'c','usage':{'input_tokens':9,'output_tokens':1}}}

            event: content_block_start
            data: {'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}

            event: content_block_delta
            data: {'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'h\u00e9llo'}}

            event: content_block_stop
            data: {'type':'content_block_stop','index':0}

            event: content_block_start
            data: {'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'t','name':'f','input':{}}}

            event: content_block_delta
            data: {'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':'{}'}}

            event: content_block_stop
            data: {'type':'content_block_stop','index':1}

            event: message_delta
            data: {'type':'message_delta','delta':{'stop_reason':'tool_use'},'usage':{'output_tokens':7}}

            event: message_stop
            data: {'type':'message_stop'}

            """;

    private static final String CHAT_STREAM = """
            data: {'id':'m1','object':'chat.completion.chunk','created':1700000000,'model':'c','choices':[{'index':0,'delta':{'role':'assistant','content':''},'finish_reason':null}]}

            data: {'id':'m1','object':'chat.completion.chunk','created':1700000000,'model':'c','choices':[{'index':0,'delta':{'content':'h\u00e9llo'},'finish_reason':null}]}

            data: {'id':'m1','object':'chat.completion.chunk','created':1700000000,'model':'c','choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'t','type':'function','function':{'name':'f','arguments':''}}]},'finish_reason':null}]}

            data: {'id':'m1','object':'chat.completion.chunk','created':1700000000,'model':'c','choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'arguments':'{}'}}]},'finish_reason':null}]}

            data: {'id':'m1','object':'chat.completion.chunk','created':1700000000,'model':'c','choices':[{'index':0,'delta':{},'finish_reason':'tool_calls'}]}

            data: {'id':'m1','object':'chat.completion.chunk','created':1700000000,'model':'c','choices':[],'usage':{'prompt_tokens':9,'completion_tokens':7,'total_tokens':16,'prompt_tokens_details':{'cached_tokens':0}}}

            data: [DONE]

            """;

    private static StreamTranslation stream(ModelOperation client) {
        return accepted(
                client,
                client == MESSAGES
                        ? "{'model':'m','max_tokens':1,'messages':[],'stream':true}"
                        : "{'model':'m','messages':[],'stream':true,'stream_options':{'include_usage':true}}")
                .stream();
    }

    private static String whole(ModelOperation client, String backend) {
        StreamTranslation stream = stream(client);
        return text(stream.accept(ByteBuffer.wrap(bytes(backend)))) + text(stream.end());
    }

    @Test
    void eventsOfMessagesBecomeChunks() {
        assertThat(whole(CHAT_COMPLETIONS, MESSAGES_STREAM)).isEqualTo(CHAT_STREAM);
    }

    @Test
    void chunksBecomeEventsOfMessages() {
        assertThat(whole(MESSAGES, CHAT_STREAM)).isEqualTo("""
                event: message_start
                data: {'type':'message_start','message':{'id':'m1','type':'message','role':'assistant','model':'c','content':[],'stop_reason':null,'stop_sequence':null,'usage':{'input_tokens':0,'output_tokens':0,'cache_read_input_tokens':0,'cache_creation_input_tokens':0}}}

                event: content_block_start
                data: {'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}

                event: content_block_delta
                data: {'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'h\u00e9llo'}}

                event: content_block_stop
                data: {'type':'content_block_stop','index':0}

                event: content_block_start
                data: {'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'t','name':'f','input':{}}}

                event: content_block_delta
                data: {'type':'content_block_delta','index':1,'delta':{'type':'input_json_delta','partial_json':'{}'}}

                event: content_block_stop
                data: {'type':'content_block_stop','index':1}

                event: message_delta
                data: {'type':'message_delta','delta':{'stop_reason':'tool_use','stop_sequence':null},'usage':{'input_tokens':9,'output_tokens':7,'cache_read_input_tokens':0,'cache_creation_input_tokens':0}}

                event: message_stop
                data: {'type':'message_stop'}

                """);
    }

    @Test
    void whereAStreamIsCutDoesNotMatter() {
        var random = new Random(23);
        for (ModelOperation client : new ModelOperation[] {MESSAGES, CHAT_COMPLETIONS}) {
            String backend = client == MESSAGES ? CHAT_STREAM : MESSAGES_STREAM;
            for (int i = 0; i < 200; i++) {
                StreamTranslation stream = stream(client);
                var out = new ByteArrayOutputStream();
                ByteBuffer left = ByteBuffer.wrap(bytes(backend));
                while (left.hasRemaining()) {
                    int size = Math.min(left.remaining(), random.nextInt(1, 60));
                    out.writeBytes(stream.accept(left.slice(left.position(), size)));
                    left.position(left.position() + size);
                }
                out.writeBytes(stream.end());
                assertThat(text(out.toByteArray())).isEqualTo(whole(client, backend));
            }
        }
    }

    @Test
    void usageIsSaidToThoseWhoAskedForIt() {
        StreamTranslation stream = accepted(CHAT_COMPLETIONS, "{'model':'m','messages':[],'stream':true}").stream();
        assertThat(text(stream.accept(ByteBuffer.wrap(bytes(MESSAGES_STREAM)))))
                .doesNotContain("usage")
                .endsWith("data: [DONE]\n\n");
    }

    @Test
    void aStreamThatEndsEarlyEndsWithAnError() {
        String begun = MESSAGES_STREAM.substring(0, MESSAGES_STREAM.indexOf("event: message_delta"));
        assertThat(whole(CHAT_COMPLETIONS, begun)).endsWith("""
                data: {'error':{'message':'the stream of the model's server ended early','type':'server_error',\
                'param':null,'code':'backend_error'}}

                """);
        assertThat(whole(MESSAGES, CHAT_STREAM.substring(0, CHAT_STREAM.indexOf("data: {'id'", 200))))
                .endsWith("""
                        event: error
                        data: {'type':'error','error':{'type':'api_error','message':\
                        'backend_error: the stream of the model's server ended early'}}

                        """);
    }

    @Test
    void anErrorOfTheBackendIsTheClients() {
        String error = "event: error\ndata: {'type':'error','error':{'type':'overloaded_error','message':'busy'}}\n\n";
        assertThat(whole(CHAT_COMPLETIONS, error + MESSAGES_STREAM))
                .isEqualTo("data: {'error':{'message':'busy','type':'server_error','param':null,"
                        + "'code':'overloaded_error'}}\n\n");
    }

    @Test
    void hostileStreamsEndWithAnErrorAndHoldOneEvent() {
        assertThat(whole(MESSAGES, "data: [" + "[".repeat(100) + "\n\n")).contains("no object in JSON");
        assertThat(whole(MESSAGES, "data: {'choices':[{},{}]}\n\n")).contains("more than one choice");
        assertThat(whole(MESSAGES, "data: {'choices':[{'index':1}]}\n\n")).contains("a second choice");
        assertThat(whole(MESSAGES, "data: " + "x".repeat(StreamTranslation.MAX_EVENT_BYTES + 1)))
                .contains("larger than 1048576 bytes");
        String mixed =
                "data: {'choices':[{'delta':{'tool_calls':[{'index':%d,'id':'a','function':{'name':'f'}}]}}]}\n\n";
        assertThat(whole(MESSAGES, mixed.formatted(0) + mixed.formatted(1) + mixed.formatted(0)))
                .contains("are mixed");
        String text = "data: {'choices':[{'delta':{'content':'x'}}]}\n\n";
        assertThat(whole(MESSAGES, text + mixed.formatted(-1))).contains("are mixed");
    }
}
