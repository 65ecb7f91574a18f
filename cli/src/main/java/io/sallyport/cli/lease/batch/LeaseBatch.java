package io.sallyport.cli.lease.batch;

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

/**
 * Answers questions about leases, one per line: {@code {"kind", "input"}} in, {@code {"verdict", "reason"}} out. The
 * answer depends only on the line, which also provides clocks and remaining amounts. The answers come from the code
 * that the gateway runs for a sandbox. Safe for concurrent use.
 */
public final class LeaseBatch implements AutoCloseable {
    /** The maximum bytes of a line: two leases of the largest size, escaped. */
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

    private final CompiledLeases leases = new CompiledLeases();

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
                        case BoundedLines.Unreadable(var why) ->
                            LineVerdict.unreadable(why).line();
                    });
        }
    }

    /**
     * Returns the answer to one line; the verdict is {@code error} if the line cannot be read. Never throws, never
     * empty.
     */
    public String answer(String line) {
        try {
            return verdict(line).line();
        } catch (UnreadableLine unreadable) {
            return LineVerdict.unreadable(unreadable.why()).line();
        } catch (JacksonException | NumberFormatException _) { // the latter: an exponent out of range
            return LineVerdict.unreadable("the line is not JSON, or names a member twice")
                    .line();
        }
    }

    private LineVerdict verdict(String line) throws UnreadableLine {
        JsonNode json = JSON.readTree(line);
        JsonNode kind = json.path("kind");
        JsonNode input = json.path("input");
        if (!kind.isString() || !input.isObject()) {
            throw new UnreadableLine("a line is {\"kind\": \"...\", \"input\": {...}}");
        }
        return verdict(kind.stringValue(), new Input(input));
    }

    private LineVerdict verdict(String kind, Input input) throws UnreadableLine {
        return switch (kind) {
            case "match" -> MatchQuestions.match(input, leases);
            case "model" -> MatchQuestions.model(input, leases);
            case "canonical" -> MatchQuestions.canonical(input);
            case "shape" -> ShapeQuestions.shape(input);
            case "subset" -> SubsetQuestions.subset(input, leases);
            case "budget" -> BudgetQuestions.budget(input, leases);
            case "expiry" -> ExpiryQuestions.expiry(input, leases);
            default ->
                throw new UnreadableLine("the kinds are match, model, canonical, shape, subset, budget and expiry");
        };
    }

    @Override
    public void close() {
        leases.close();
    }
}
