package io.sallyport.documents;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up fields of mappings whose shape was checked; a value of another shape counts as absent. */
public final class Fields {
    private Fields() {}

    public static @Nullable Scalar scalar(Map<String, Member> members, String key) {
        return node(members, key) instanceof Scalar scalar && !scalar.isNull() ? scalar : null;
    }

    /** Returns the text of a scalar; empty if it is absent. */
    public static String text(Map<String, Member> members, String key) {
        Scalar scalar = scalar(members, key);
        return scalar == null ? "" : scalar.text();
    }

    public static boolean isTrue(Map<String, Member> members, String key) {
        Scalar scalar = scalar(members, key);
        return scalar != null && Boolean.TRUE.equals(scalar.truth());
    }

    public static List<DocumentNode> items(Map<String, Member> members, String key) {
        return node(members, key) instanceof Items(var items, var _) ? items : List.of();
    }

    /** Returns the scalars of a list. */
    public static List<Scalar> texts(Map<String, Member> members, String key) {
        List<Scalar> texts = new ArrayList<>();
        for (DocumentNode item : items(members, key)) {
            if (item instanceof Scalar scalar && !scalar.isNull()) {
                texts.add(scalar);
            }
        }
        return texts;
    }

    public static Map<String, Member> members(Map<String, Member> members, String key) {
        return members(node(members, key));
    }

    public static Map<String, Member> members(@Nullable DocumentNode node) {
        return node instanceof Members(var inner, var _) ? inner : Map.of();
    }

    private static @Nullable DocumentNode node(Map<String, Member> members, String key) {
        Member member = members.get(key);
        return member == null ? null : member.value();
    }
}
