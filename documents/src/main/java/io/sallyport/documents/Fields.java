package io.sallyport.documents;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up fields of mappings whose shape was checked; a value of another shape counts as absent. */
public final class Fields {
    private Fields() {}

    public static Node.@Nullable Scalar scalar(Map<String, Node.Member> members, String key) {
        return node(members, key) instanceof Node.Scalar scalar && !scalar.isNull() ? scalar : null;
    }

    public static boolean isTrue(Map<String, Node.Member> members, String key) {
        Node.Scalar scalar = scalar(members, key);
        return scalar != null && Boolean.TRUE.equals(scalar.truth());
    }

    public static List<Node> items(Map<String, Node.Member> members, String key) {
        return node(members, key) instanceof Node.Items(var items, var _) ? items : List.of();
    }

    /** Returns the scalars of a list. */
    public static List<Node.Scalar> texts(Map<String, Node.Member> members, String key) {
        List<Node.Scalar> texts = new ArrayList<>();
        for (Node item : items(members, key)) {
            if (item instanceof Node.Scalar scalar && !scalar.isNull()) {
                texts.add(scalar);
            }
        }
        return texts;
    }

    public static Map<String, Node.Member> members(Map<String, Node.Member> members, String key) {
        return members(node(members, key));
    }

    public static Map<String, Node.Member> members(@Nullable Node node) {
        return node instanceof Node.Members(var inner, var _) ? inner : Map.of();
    }

    private static @Nullable Node node(Map<String, Node.Member> members, String key) {
        Node.Member member = members.get(key);
        return member == null ? null : member.value();
    }
}
