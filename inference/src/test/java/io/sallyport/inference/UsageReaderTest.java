package io.sallyport.inference;

import static io.sallyport.inference.AnswerForm.EVENTS;
import static io.sallyport.inference.AnswerForm.JSON;
import static io.sallyport.inference.AnswerForm.LINES;
import static io.sallyport.inference.ModelOperation.CHAT_COMPLETIONS;
import static io.sallyport.inference.ModelOperation.EMBEDDINGS;
import static io.sallyport.inference.ModelOperation.GENERATE_CONTENT;
import static io.sallyport.inference.ModelOperation.MESSAGES;
import static io.sallyport.inference.ModelOperation.OLLAMA_CHAT;
import static io.sallyport.inference.ModelOperation.RESPONSES;
import static io.sallyport.inference.ModelOperation.STREAM_GENERATE_CONTENT;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UsageReaderTest {
    private static final String OPENAI_STREAM = """
            data: {'id':'c1','model':'m','choices':[{'index':0,'delta':{'role':'assistant','content':''}}]}

            data: {'id':'c1','model':'m','choices':[{'index':0,'delta':{'content':'one two \\u00fc \\ud83d\\ude42 \\'x\\''}}]}

            : a comment
            event: x
            data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'name':'f','arguments':'{}'}}]},
            data: 'finish_reason':'tool_calls'}]}

            data: {'choices':[],'usage':{'prompt_tokens':100,'completion_tokens':7,'prompt_tokens_details':{'cached_tokens':64}}}

            data: [DONE]

            """;

    private static final String ANTHROPIC_STREAM = """
            event: message_start
            data: {'type':'message_start','message':{'id':'m1','model':'c','content':[],'usage':{'input_tokens':10,\
            'cache_read_input_tokens':80,'cache_creation_input_tokens':5,'output_tokens':1}}}

            event: content_block_start
            data: {'type':'content_block_start','index':0,'content_block':{'type':'text','text':''}}

            event: ping
            data: {'type':'ping'}

            event: content_block_delta
            data: {'type':'content_block_delta','index':0,'delta':{'type':'text_delta','text':'one two three'}}

            event: content_block_stop
            data: {'type':'content_block_stop','index':0}

            event: message_delta
            data: {'type':'message_delta','delta':{'stop_reason':'end_turn'},'usage':{'output_tokens':12}}

            event: message_stop
            data: {'type':'message_stop'}

            """;

    private static UsageReader read(ModelOperation operation, AnswerForm form, String answer) {
        UsageReader reader = UsageReader.of(operation, form);
        reader.accept(bytes(answer));
        return reader;
    }

    private static ByteBuffer bytes(String answer) {
        return ByteBuffer.wrap(answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ModelUsage said(long input, long output, long cached, long written) {
        return new ModelUsage(input, output, cached, written, false);
    }

    @Test
    void aWholeAnswerOfEachApiSaysItsUsage() {
        assertThat(read(
                                CHAT_COMPLETIONS,
                                JSON,
                                "{'choices':[{'message':{'content':'x'}}],'usage':{'prompt_tokens':9,'completion_tokens':3,"
                                        + "'prompt_tokens_details':{'cached_tokens':4,'cache_write_tokens':2}}}")
                        .usage(77))
                .isEqualTo(said(9, 3, 4, 2));
        assertThat(read(
                                RESPONSES,
                                JSON,
                                "{'output':[],'usage':{'input_tokens':9,'output_tokens':3,"
                                        + "'input_tokens_details':{'cached_tokens':4}}}")
                        .usage(77))
                .isEqualTo(said(9, 3, 4, 0));
        assertThat(read(
                                MESSAGES,
                                JSON,
                                "{'content':[],'usage':{'input_tokens':9,'cache_read_input_tokens':20,"
                                        + "'cache_creation_input_tokens':30,'output_tokens':3}}")
                        .usage(77))
                .isEqualTo(said(59, 3, 20, 30));
        assertThat(read(
                                GENERATE_CONTENT,
                                JSON,
                                "{'candidates':[{'finishReason':'STOP'}],'usageMetadata':{'promptTokenCount':9,"
                                        + "'candidatesTokenCount':3,'thoughtsTokenCount':5,'cachedContentTokenCount':4}}")
                        .usage(77))
                .isEqualTo(said(9, 8, 4, 0));
        assertThat(read(OLLAMA_CHAT, JSON, "{'message':{'content':'x'},'prompt_eval_count':9,'eval_count':3}")
                        .usage(77))
                .isEqualTo(said(9, 3, 0, 0));
        assertThat(read(EMBEDDINGS, JSON, "{'data':[{'embedding':[0.1,0.2]}],'usage':{'prompt_tokens':9}}")
                        .usage(77))
                .isEqualTo(said(9, 0, 0, 0));
    }

    @Test
    void aStreamOfEachApiSaysItsUsage() {
        assertThat(read(CHAT_COMPLETIONS, EVENTS, OPENAI_STREAM).usage(0)).isEqualTo(said(100, 7, 64, 0));
        assertThat(read(MESSAGES, EVENTS, ANTHROPIC_STREAM).usage(0)).isEqualTo(said(95, 12, 80, 5));
        assertThat(read(
                                RESPONSES,
                                EVENTS,
                                "event: x\ndata: {'type':'response.output_text.delta','delta':'one'}\n\n"
                                        + "data: {'type':'response.completed','response':{'usage':{'input_tokens':9,"
                                        + "'output_tokens':3}}}\n\n")
                        .usage(0))
                .isEqualTo(said(9, 3, 0, 0));
        String gemini = "{'candidates':[{'content':{'parts':[{'text':'one'}]}}],'usageMetadata':{'promptTokenCount':9,"
                + "'candidatesTokenCount':1}}";
        String last = "{'candidates':[{'finishReason':'STOP'}],'usageMetadata':{'promptTokenCount':9,"
                + "'candidatesTokenCount':3}}";
        assertThat(read(STREAM_GENERATE_CONTENT, EVENTS, "data: " + gemini + "\r\n\r\ndata: " + last + "\r\n\r\n")
                        .usage(0))
                .isEqualTo(said(9, 3, 0, 0));
        assertThat(read(STREAM_GENERATE_CONTENT, JSON, "[" + gemini + ",\n" + last + "]")
                        .usage(0))
                .isEqualTo(said(9, 3, 0, 0));
        assertThat(read(OLLAMA_CHAT, LINES, """
                                {'message':{'content':'one'},'done':false}
                                {'done':true,'prompt_eval_count':9,'eval_count':3}
                                """).usage(0)).isEqualTo(said(9, 3, 0, 0));
    }

    @Test
    void whereAStreamIsCutDoesNotMatter() {
        var random = new Random(23);
        for (String stream : new String[] {OPENAI_STREAM, ANTHROPIC_STREAM, OPENAI_STREAM.replace("\n", "\r\n")}) {
            ModelOperation operation = stream.equals(ANTHROPIC_STREAM) ? MESSAGES : CHAT_COMPLETIONS;
            UsageReader whole = read(operation, EVENTS, stream);
            for (int i = 0; i < 300; i++) {
                UsageReader cut = UsageReader.of(operation, EVENTS);
                ByteBuffer bytes = bytes(stream);
                while (bytes.hasRemaining()) {
                    int size = Math.min(bytes.remaining(), random.nextInt(1, 40));
                    cut.accept(bytes.slice(bytes.position(), size));
                    bytes.position(bytes.position() + size);
                }
                assertThat(cut.usage(0)).isEqualTo(whole.usage(0));
                assertThat(cut.outputSoFar()).isEqualTo(whole.outputSoFar());
                assertThat(cut.lastBorder()).isEqualTo(whole.lastBorder());
            }
            assertThat(whole.lastBorder()).isEqualTo(bytes(stream).remaining());
        }
    }

    @Test
    void outputIsCountedWhileAStreamRuns() {
        UsageReader reader = UsageReader.of(CHAT_COMPLETIONS, EVENTS);
        long before = 0;
        for (int i = 0; i < 50; i++) {
            reader.accept(bytes("data: {'choices':[{'delta':{'content':'word '}}]}\n\n"));
            assertThat(reader.outputSoFar()).isGreaterThan(before);
            before = reader.outputSoFar();
        }
        assertThat(reader.usage(30)).isEqualTo(new ModelUsage(30, before, 0, 0, true));
        reader.accept(bytes("data: {'choices':[],'usage':{'prompt_tokens':9,'completion_tokens':50}}\n\n"));
        assertThat(reader.usage(30)).as("what is said counts").isEqualTo(said(9, 50, 0, 0));
    }

    @Test
    void aStreamThatBreaksOffIsCountedByTheEstimate() {
        String begun = ANTHROPIC_STREAM.substring(0, ANTHROPIC_STREAM.indexOf("event: content_block_stop"));
        ModelUsage usage = read(MESSAGES, EVENTS, begun).usage(0);
        assertThat(usage.estimated()).isTrue();
        assertThat(usage.inputTokens()).as("said at the beginning").isEqualTo(95);
        assertThat(usage.outputTokens()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void textThatLooksLikeUsageIsText() {
        String hostile = "{'choices':[{'message':{'content':'\\'usage\\':{\\'completion_tokens\\':0}',"
                + "'usage':{'completion_tokens':0}}}],'x':{'usage':{'completion_tokens':0}},"
                + "'usage':{'prompt_tokens':5,'completion_tokens':9,'x':{'completion_tokens':999}}}";
        assertThat(read(CHAT_COMPLETIONS, JSON, hostile).usage(0)).isEqualTo(said(5, 9, 0, 0));
        String arguments = "{'content':[{'type':'tool_use','input':{'usage':{'output_tokens':1}}}],"
                + "'usage':{'input_tokens':5,'output_tokens':9}}";
        assertThat(read(MESSAGES, JSON, arguments).usage(0)).isEqualTo(said(5, 9, 0, 0));
    }

    @Test
    void hostileAnswersAreReadInBoundedMemoryAndBelievedWithinBounds() {
        UsageReader reader = UsageReader.of(CHAT_COMPLETIONS, JSON);
        ByteBuffer brackets = bytes("[{'usage':".repeat(1_000));
        for (int i = 0; i < 1_000; i++) {
            reader.accept(brackets);
        }
        reader.accept(bytes("}]".repeat(1_000_000) + "]]}}"));
        assertThat(reader.usage(0).outputTokens()).isZero();
        UsageReader long_ = UsageReader.of(CHAT_COMPLETIONS, EVENTS);
        ByteBuffer name = bytes("data: {'" + "x".repeat(1 << 20));
        long_.accept(name);
        long_.accept(bytes("':1}\n\ndata: {'usage':{'completion_tokens':999999999999999}}\n\n"));
        assertThat(long_.usage(0).outputTokens()).isEqualTo(1_000_000_000);
        assertThat(read(CHAT_COMPLETIONS, JSON, "{'usage':{'completion_tokens':-5,'prompt_tokens':1e9}}")
                        .usage(3))
                .isEqualTo(new ModelUsage(3, 0, 0, 0, true));
        assertThat(read(
                                CHAT_COMPLETIONS,
                                JSON,
                                "{'usage':{'prompt_tokens':1,'completion_tokens':1,"
                                        + "'prompt_tokens_details':{'cached_tokens':500}}}")
                        .usage(0))
                .as("more from the cache than there was")
                .isEqualTo(said(1, 1, 1, 0));
    }

    @Test
    void aBorderIsTheEndOfAnEventOrLine() {
        UsageReader reader = UsageReader.of(CHAT_COMPLETIONS, EVENTS);
        reader.accept(bytes("data: {}\n"));
        assertThat(reader.lastBorder()).isZero();
        reader.accept(bytes("\nda"));
        assertThat(reader.lastBorder()).isEqualTo(10);
        UsageReader lines = UsageReader.of(OLLAMA_CHAT, LINES);
        lines.accept(bytes("{'a':'\n"));
        assertThat(lines.lastBorder()).isZero();
        lines.accept(bytes("'}\n{"));
        assertThat(lines.lastBorder()).isEqualTo(10);
    }
}
