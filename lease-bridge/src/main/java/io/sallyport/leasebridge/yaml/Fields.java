package io.sallyport.leasebridge.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks fields up in mappings whose shape has been judged; what has another shape counts as absent. */
public final class Fields {
    private Fields() {}

    public static YamlNode.@Nullable Scalar scalar(Map<String, YamlNode.Member> members, String key) {
        return node(members, key) instanceof YamlNode.Scalar scalar && !scalar.isNull() ? scalar : null;
    }

    public static boolean isTrue(Map<String, YamlNode.Member> members, String key) {
        YamlNode.Scalar scalar = scalar(members, key);
        return scalar != null && Boolean.TRUE.equals(scalar.truth());
    }

    public static List<YamlNode> items(Map<String, YamlNode.Member> members, String key) {
        return node(members, key) instanceof YamlNode.Items(var items, var _) ? items : List.of();
    }

    /** The scalars of a list. */
    public static List<YamlNode.Scalar> texts(Map<String, YamlNode.Member> members, String key) {
        List<YamlNode.Scalar> texts = new ArrayList<>();
        for (YamlNode item : items(members, key)) {
            if (item instanceof YamlNode.Scalar scalar && !scalar.isNull()) {
                texts.add(scalar);
            }
        }
        return texts;
    }

    public static Map<String, YamlNode.Member> members(Map<String, YamlNode.Member> members, String key) {
        return members(node(members, key));
    }

    public static Map<String, YamlNode.Member> members(@Nullable YamlNode node) {
        return node instanceof YamlNode.Members(var inner, var _) ? inner : Map.of();
    }

    private static @Nullable YamlNode node(Map<String, YamlNode.Member> members, String key) {
        YamlNode.Member member = members.get(key);
        return member == null ? null : member.value();
    }
}
