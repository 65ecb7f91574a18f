package io.sallyport.decision;

import io.sallyport.model.CanonicalAction;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.Question;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one remembered decision costs, in estimated bytes of heap; rather too much than too little. */
final class DecisionWeight {
    /** The cache's own entry, the request, with and without its query, and its host, less their text. */
    private static final int ENTRY_BYTES = 400;

    /** A string and its place in a list, less its text. */
    private static final int STRING_BYTES = 48;

    /** A decision with its lists, less their content. */
    private static final int DECISION_BYTES = 160;

    private DecisionWeight() {}

    static int of(Question question, Decision decision) {
        long bytes = ENTRY_BYTES
                + switch (question) {
                    case CanonicalRequest request -> of(request);
                    case CanonicalAction action ->
                        of(action.target()) + of(action.capability()) + STRING_BYTES + textBytes(action.skill());
                };
        return (int) Math.min(Integer.MAX_VALUE, bytes + of(decision));
    }

    private static long textBytes(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    private static long of(CanonicalRequest request) {
        long bytes = of(request.host().text()) + of(request.host().suffixes());
        CanonicalPath path = request.path();
        if (path != null) {
            bytes += of(path.text()) + of(path.segments()) + of(path.prefixes());
        }
        return bytes + ofQuery(request);
    }

    /** The text, and as much again for the decoded parameters, which may be many small strings. */
    private static long ofQuery(CanonicalRequest request) {
        String text = request.query().text();
        if (text == null) {
            return 0;
        }
        long parameters = 1 + text.chars().filter(c -> c == '&' || c == '=').count();
        return 2 * of(text) + parameters * 3 * STRING_BYTES;
    }

    private static long of(Decision decision) {
        long bytes = DECISION_BYTES + ofDenies(decision.reported().denies());
        return switch (decision) {
            case Decision.Allow allow -> bytes + of(allow.obligations());
            case Decision.Deny deny ->
                bytes + ofDenies(deny.denies()) + (deny.ifApproved() == null ? 0 : of(deny.ifApproved()));
        };
    }

    private static long ofDenies(List<Decision.DenyRule> denies) {
        long bytes = 0;
        for (Decision.DenyRule rule : denies) {
            bytes += of(rule.rule()) + of(rule.message()) + (rule.hint() == null ? 0 : of(rule.hint()));
        }
        return bytes;
    }

    private static long of(Obligations obligations) {
        long bytes = DECISION_BYTES;
        for (String name : obligations.redact()) {
            bytes += of(name);
        }
        for (String name : obligations.credentials()) {
            bytes += of(name);
        }
        for (String block : obligations.addresses()) {
            bytes += of(block);
        }
        return bytes;
    }

    private static long of(List<String> texts) {
        long bytes = STRING_BYTES;
        for (String text : texts) {
            bytes += of(text);
        }
        return bytes;
    }

    private static long of(String text) {
        return (long) STRING_BYTES + text.length();
    }
}
