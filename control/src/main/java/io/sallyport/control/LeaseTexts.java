package io.sallyport.control;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** JSON texts of leases, read under the same rules as every other document. Ambiguous text counts as unreadable. */
final class LeaseTexts {
    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(1 << 20);

    private LeaseTexts() {}

    /** Returns whether two texts hold equal JSON. An empty object does not equal null. */
    static boolean areSame(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        if (one.equals(other)) {
            return true;
        }
        Map<String, Member> first = members(one);
        Map<String, Member> second = members(other);
        return first != null && second != null && same(first, second);
    }

    /**
     * Returns the members of the object in the text; null if it is not a valid object, which its own reader reports.
     */
    static @Nullable Map<String, Member> members(String text, String... embedded) {
        var findings = new Findings("lease");
        DocumentNode root = JsonReader.read(text, BOUNDS.embedding(embedded), findings);
        return root instanceof Members(var members, var _) && !findings.hasErrors() ? members : null;
    }

    private static boolean same(Map<String, Member> one, Map<String, Member> other) {
        return one.size() == other.size()
                && one.entrySet().stream().allMatch(each -> {
                    Member second = other.get(each.getKey());
                    return second != null && same(each.getValue().value(), second.value());
                });
    }

    private static boolean same(DocumentNode one, DocumentNode other) {
        return switch (one) {
            case Scalar scalar ->
                other instanceof Scalar second
                        && scalar.isString() == second.isString()
                        && scalar.text().equals(second.text());
            case Items(var items, var _) -> other instanceof Items(var second, var _) && same(items, second);
            case Members(var members, var _) -> other instanceof Members(var second, var _) && same(members, second);
        };
    }

    private static boolean same(List<DocumentNode> one, List<DocumentNode> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i))) {
                return false;
            }
        }
        return true;
    }
}
