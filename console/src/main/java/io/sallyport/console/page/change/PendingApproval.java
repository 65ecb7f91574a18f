package io.sallyport.console.page.change;

import io.sallyport.console.page.AnswerNode;
import io.sallyport.console.page.DiffLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A change that waits for a second person, of whatever kind.
 *
 * @param kind what is changed, such as {@code guardrails}
 * @param subject which one, if there are several of the kind; else empty
 * @param author whose token asked for it, with the role
 * @param status {@code pending}, or {@code outdated} if what it was made for is in force no longer
 * @param facts name to value of whatever else the answer says in one word
 * @param diff what it changes
 */
public record PendingApproval(
        String id,
        String kind,
        String subject,
        String author,
        String note,
        String status,
        String time,
        String expiresAt,
        Map<String, String> facts,
        List<DiffLine> diff) {
    /** Members that have a place of their own, or that a page shows as a document. */
    private static final Set<String> PLACED =
            Set.of("id", "target", "author", "note", "status", "time", "expires_at", "diff");

    public PendingApproval {
        facts = Map.copyOf(facts);
        diff = List.copyOf(diff);
    }

    /** Reads one of the answers about approvals. */
    public static PendingApproval of(AnswerNode change) {
        String[] target = change.text("target").split(":", 2);
        AnswerNode author = change.member("author");
        String name = author.text("name");
        String role = author.text("role");
        return new PendingApproval(
                change.text("id"),
                target[0],
                target.length > 1 ? target[1] : "",
                name.isEmpty() ? role : name + " (" + role + ")",
                change.text("note"),
                change.text("status"),
                change.text("time"),
                change.text("expires_at"),
                facts(change),
                DiffLine.of(change.text("diff")));
    }

    private static Map<String, String> facts(AnswerNode change) {
        var facts = new LinkedHashMap<String, String>();
        change.entries().forEach((name, text) -> {
            if (!PLACED.contains(name) && !text.isEmpty()) {
                facts.put(name, text);
            }
        });
        return facts;
    }

    public boolean isPending() {
        return status.equals("pending");
    }
}
