package io.sallyport.console.page;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the decisions in an answer of {@code GET /v1/audit}. */
public final class Decisions {
    /** Kinds of records that are no decision about a sandbox's operation. */
    private static final Set<String> OTHERS = Set.of("admin", "policy", "lifecycle", "end");

    private Decisions() {}

    /** Returns them as recorded, the oldest first. */
    public static List<DecisionRow> of(AnswerNode answer) {
        return stream(answer).toList();
    }

    private static Stream<DecisionRow> stream(AnswerNode answer) {
        return answer.items("records").stream().filter(Decisions::isDecision).map(DecisionRow::of);
    }

    /** Returns whether a record is of an operation of a sandbox. */
    public static boolean isDecision(AnswerNode record) {
        return record.has("verdict") && !OTHERS.contains(record.text("kind"));
    }
}
