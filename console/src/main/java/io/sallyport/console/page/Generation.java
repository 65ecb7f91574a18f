package io.sallyport.console.page;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A generation of a sandbox that the state keeps.
 *
 * @param time when its documents were put, RFC 3339; empty if the records do not say
 * @param by whose token put them; empty if the records do not say
 */
public record Generation(long number, String digest, String phase, boolean inForce, String time, String by) {
    /** Reads the history of a sandbox, and the records of its changes. */
    public static List<Generation> of(AnswerNode history, AnswerNode changes) {
        Map<Long, AnswerNode> records = new HashMap<>();
        for (AnswerNode record : changes.items("records")) {
            if (record.text("verdict").equals("allow")) {
                records.put(record.number("generation"), record);
            }
        }
        return history.items("history").stream()
                .map(one -> one(one, records.getOrDefault(one.number("generation"), AnswerNode.EMPTY)))
                .toList();
    }

    private static Generation one(AnswerNode past, AnswerNode record) {
        return new Generation(
                past.number("generation"),
                past.text("digest"),
                past.text("phase"),
                past.isTrue("in_force"),
                record.text("time"),
                RecordedChange.author(record));
    }
}
