package io.sallyport.control;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import java.util.HashMap;
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
        return first != null && second != null && values(first).equals(values(second));
    }

    /**
     * Returns the members of the object in the text; null if it is not a valid object, which its own reader reports.
     */
    static @Nullable Map<String, Member> members(String text, String... embedded) {
        var findings = new Findings("lease");
        DocumentNode root = JsonReader.read(text, BOUNDS.embedding(embedded), findings);
        return root instanceof Members(var members, var _) && !findings.hasErrors() ? members : null;
    }

    private static Map<String, Object> values(Map<String, Member> members) {
        Map<String, Object> values = new HashMap<>();
        members.forEach((name, member) -> values.put(name, value(member.value())));
        return values;
    }

    /** Returns the value without its place in the text: equal for equal JSON. */
    private static Object value(DocumentNode node) {
        return switch (node) {
            case Scalar scalar -> Map.entry(scalar.isString(), scalar.text());
            case Items(var items, var _) ->
                items.stream().map(LeaseTexts::value).toList();
            case Members(var members, var _) -> values(members);
        };
    }
}
