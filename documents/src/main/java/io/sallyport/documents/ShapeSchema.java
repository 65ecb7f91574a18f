package io.sallyport.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema, draft 7, of one place in a document. A null is accepted wherever a member may be absent. Immutable.
 *
 * @param keywords values are texts, truths, whole numbers, null, lists and maps of them
 */
public record ShapeSchema(Map<String, @Nullable Object> keywords) {
    static final ShapeSchema ANYTHING = new ShapeSchema(Map.of());

    static final ShapeSchema TRUTH = ofTypes("boolean");

    /** What a document may write where a text is read. */
    private static final List<String> SCALARS = List.of("string", "number", "boolean", "null");

    static ShapeSchema text(String wanted) {
        return new ShapeSchema(
                wanted.equals("text") ? Map.of("type", SCALARS) : Map.of("type", SCALARS, "description", wanted));
    }

    /** Accepts a text and nothing that another reader would take for a number or a truth. */
    public static ShapeSchema string(String wanted) {
        return new ShapeSchema(Map.of("type", "string", "description", wanted));
    }

    static ShapeSchema matching(String form, String wanted) {
        return new ShapeSchema(Map.of("type", SCALARS, "pattern", "^(?:" + form + ")$", "description", wanted));
    }

    static ShapeSchema number(String wanted) {
        return new ShapeSchema(Map.of("type", List.of("integer", "null"), "description", wanted));
    }

    static ShapeSchema number(int least, int most) {
        return new ShapeSchema(Map.of("type", List.of("integer", "null"), "minimum", least, "maximum", most));
    }

    static ShapeSchema words(Collection<String> words) {
        List<@Nullable Object> all = new ArrayList<>(words.stream().sorted().toList());
        all.add(null);
        return new ShapeSchema(Map.of("enum", all));
    }

    /** Accepts only values that request nothing: those words, and what is empty. */
    static ShapeSchema nothing(Collection<String> words) {
        List<@Nullable Object> all = new ArrayList<>(words.stream().sorted().toList());
        if (words.contains("false")) {
            all.add(false);
        }
        all.addAll(Arrays.asList(List.of(), Map.of(), null));
        return new ShapeSchema(Map.of("enum", all));
    }

    static ShapeSchema list(ShapeSchema item) {
        return new ShapeSchema(Map.of("type", List.of("array", "null"), "items", item.keywords));
    }

    static ShapeSchema map(ShapeSchema value) {
        return new ShapeSchema(Map.of("type", List.of("object", "null"), "additionalProperties", value.keywords));
    }

    /** Accepts these fields alone; those that begin with {@code !} are required, and no null. */
    static ShapeSchema object(Map<String, Shape> fields) {
        Map<String, @Nullable Object> properties = new TreeMap<>();
        List<String> required = new ArrayList<>();
        fields.forEach((key, shape) -> {
            if (key.startsWith("!")) {
                required.add(key.substring(1));
                properties.put(key.substring(1), shape.schema().present().keywords);
            } else {
                properties.put(key, shape.schema().keywords);
            }
        });
        Map<String, @Nullable Object> keywords = new TreeMap<>(
                Map.of("type", List.of("object", "null"), "properties", properties, "additionalProperties", false));
        if (!required.isEmpty()) {
            keywords.put("required", required.stream().sorted().toList());
        }
        return new ShapeSchema(keywords);
    }

    static ShapeSchema either(ShapeSchema one, ShapeSchema other) {
        return new ShapeSchema(Map.of("anyOf", List.of(one.keywords, other.keywords)));
    }

    private static ShapeSchema ofTypes(String type) {
        return new ShapeSchema(Map.of("type", List.of(type, "null")));
    }

    /** Returns a schema that refuses null as well. */
    private ShapeSchema present() {
        Map<String, @Nullable Object> with = new TreeMap<>(keywords);
        with.put("not", Map.of("type", "null"));
        return new ShapeSchema(with);
    }

    /** Returns the schema of a whole document as JSON text, with a title. */
    public String document(String title) {
        Map<String, @Nullable Object> all = new TreeMap<>(present().keywords);
        all.put("$schema", "http://json-schema.org/draft-07/schema#");
        all.put("title", title);
        var text = new StringBuilder();
        write(all, "\n", text);
        return text.append('\n').toString();
    }

    private static void write(@Nullable Object value, String indent, StringBuilder text) {
        switch (value) {
            case Map<?, ?> map -> {
                List<String> members = map.entrySet().stream()
                        .sorted((one, other) -> String.valueOf(one.getKey()).compareTo(String.valueOf(other.getKey())))
                        .map(entry -> {
                            var member = new StringBuilder(quoted(String.valueOf(entry.getKey()))).append(": ");
                            write(entry.getValue(), indent + "  ", member);
                            return member.toString();
                        })
                        .toList();
                text.append(enclosed("{", members, "}", indent));
            }
            case List<?> list -> {
                boolean isFlat = list.stream().noneMatch(item -> item instanceof Map<?, ?> map && !map.isEmpty());
                List<String> items = list.stream()
                        .map(item -> {
                            var one = new StringBuilder();
                            write(item, indent + "  ", one);
                            return one.toString();
                        })
                        .toList();
                text.append(isFlat ? "[" + String.join(", ", items) + "]" : enclosed("[", items, "]", indent));
            }
            case String word -> text.append(quoted(word));
            case null -> text.append("null");
            default -> text.append(value);
        }
    }

    private static String enclosed(String before, List<String> items, String after, String indent) {
        return items.isEmpty()
                ? before + after
                : before + indent + "  " + String.join("," + indent + "  ", items) + indent + after;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
