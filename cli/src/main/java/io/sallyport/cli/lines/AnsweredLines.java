package io.sallyport.cli.lines;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers lines of JSON, one line each, in order. A line that cannot be read has the verdict {@code error}, and the
 * next one goes on. As safe for concurrent use as its question.
 */
public final class AnsweredLines {
    /** The maximum bytes of a line: two documents of the largest size, escaped. */
    public static final int MAX_LINE = 8 << 20;

    private static final int MAX_DEPTH = 64; // of JSON

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_LINE)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final Question question;

    /** What a line asks. */
    @FunctionalInterface
    public interface Question {
        /** Returns the answer: an object with the member {@code verdict}. */
        ObjectNode answer(JsonNode line) throws UnreadableLine;
    }

    public AnsweredLines(Question question) {
        this.question = question;
    }

    /**
     * Answers line after line, in order, until the end of the stream, which is not closed.
     *
     * @throws IOException if the stream cannot be read
     */
    public void answerAll(InputStream in, Consumer<String> answers) throws IOException {
        BoundedLines lines = new BoundedLines(in, MAX_LINE);
        for (BoundedLines.Next next = lines.next(); next != null; next = lines.next()) {
            answers.accept(
                    switch (next) {
                        case BoundedLines.Line(var text) -> answer(text);
                        case BoundedLines.Unreadable(var why) -> unreadable(why);
                    });
        }
    }

    /**
     * Returns the answer to one line; the verdict is {@code error} if the line cannot be read. Never throws, never
     * empty.
     */
    public String answer(String line) {
        try {
            return question.answer(JSON.readTree(line)).toString();
        } catch (UnreadableLine unreadable) {
            return unreadable(unreadable.why());
        } catch (JacksonException | NumberFormatException _) { // the latter: an exponent out of range
            return unreadable("the line is not JSON, or names a member twice");
        }
    }

    private static String unreadable(String why) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("verdict", "error")
                .put("reason", why)
                .toString();
    }
}
