package io.sallyport.proxy.credentials;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Verdict;
import io.sallyport.proxy.listener.RequestHead;
import org.jspecify.annotations.Nullable;

/**
 * A head with values in the place of placeholders, for the last hop alone: what is judged and recorded is the head
 * without them.
 *
 * @param target path and query
 */
public record FilledHead(RequestHead head, String target) {
    /** That of {@code head}, which {@link CredentialRule} let through. */
    public static Result of(RequestHead head, CanonicalRequest request, Keyring keys) {
        if (!CredentialRule.isIn(head, request)) {
            return new Untouched();
        }
        FilledHead filled =
                CredentialRule.judge(head, request, keys) instanceof Verdict.Pass ? fill(head, request, keys) : null;
        return filled == null ? new Unresolved() : new Filled(filled);
    }

    /** What came of filling. */
    public sealed interface Result {}

    /** There is nothing to fill. */
    public record Untouched() implements Result {}

    public record Filled(FilledHead head) implements Result {}

    /** The keys are not what they were. */
    public record Unresolved() implements Result {}

    private static @Nullable FilledHead fill(RequestHead head, CanonicalRequest request, Keyring keys) {
        var filling = new PlaceholderFilling(keys, request);
        CanonicalPath path = request.path();
        String query = request.query().text();
        String filledPath = filling.path(path == null ? "/" : path.text());
        String filledQuery = query == null ? "" : filling.query(query);
        if (filledPath == null || filledQuery == null) {
            return null;
        }
        String target = query == null ? filledPath : filledPath + "?" + filledQuery;
        String[] namesAndValues = new String[2 * head.fields().size()];
        for (int i = 0; i < head.fields().size(); i++) {
            String value = head.fields().value(i);
            String filled = PlaceholderMarker.isIn(value) ? filling.field(value) : value;
            namesAndValues[2 * i] = head.fields().name(i);
            namesAndValues[2 * i + 1] = filled == null ? "" : filled;
        }
        return new FilledHead(head.with(namesAndValues), target);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return "FilledHead[" + head.method() + "]";
    }
}
