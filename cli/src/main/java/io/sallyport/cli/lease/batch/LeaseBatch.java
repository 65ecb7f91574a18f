package io.sallyport.cli.lease.batch;

import io.sallyport.cli.lines.AnsweredLines;
import io.sallyport.cli.lines.UnreadableLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers questions about leases, one per line: {@code {"kind", "input"}} in, {@code {"verdict", "reason"}} out. The
 * answer depends only on the line, which also provides clocks and remaining amounts. The answers come from the code
 * that the gateway runs for a sandbox. Safe for concurrent use.
 */
public final class LeaseBatch implements AutoCloseable {
    private final CompiledLeases leases = new CompiledLeases();
    private final AnsweredLines lines = new AnsweredLines(this::answer);

    /** Returns what answers the lines, until this is closed. */
    public AnsweredLines lines() {
        return lines;
    }

    private ObjectNode answer(JsonNode line) throws UnreadableLine {
        JsonNode kind = line.path("kind");
        JsonNode input = line.path("input");
        if (!kind.isString() || !input.isObject()) {
            throw new UnreadableLine("a line is {\"kind\": \"...\", \"input\": {...}}");
        }
        return verdict(kind.stringValue(), new Input(input)).json();
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
