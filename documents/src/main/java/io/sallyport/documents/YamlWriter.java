package io.sallyport.documents;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes nodes as YAML 1.2.2 that {@link YamlReader} reads as the same nodes: what fits into a line in flow style, and
 * the rest in block style. Text that any reader could take for something else stands in double quotes, in ASCII alone.
 */
public final class YamlWriter {
    /** A value that does not end in this column is written on lines of its own. */
    private static final int WIDTH = 100;

    private static final int INDENT = 2;

    /** Text that is a string for readers of YAML 1.1, too. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./-]*");

    private static final Pattern WORD_OF_YAML =
            Pattern.compile("(?i)null|true|false|yes|no|on|off|y|n|\\.?inf|\\.?nan");

    private final StringBuilder out = new StringBuilder();

    private YamlWriter() {}

    /**
     * Returns the lines of one member.
     *
     * @param indent the number of spaces before the key
     * @param blocks how many levels of mappings are in block style, even if they fit into a line
     */
    public static String member(String key, DocumentNode value, int indent, int blocks) {
        var writer = new YamlWriter();
        writer.out.repeat(' ', indent);
        writer.value(quoted(key) + ":", value, indent, blocks);
        return writer.out.toString();
    }

    /** Writes what leads to a value, behind an indentation that is there already, and the value. */
    private void value(String before, DocumentNode value, int indent, int blocks) {
        String flow = flow(value);
        boolean isBlock = switch (value) {
            case Scalar _ -> false;
            case Items(var items, var _) -> !items.isEmpty() && (isLong(flow, before, indent) || hasMappings(value));
            case Members(var members, var _) -> !members.isEmpty() && (blocks > 0 || isLong(flow, before, indent));
        };
        out.append(before);
        if (!isBlock) {
            out.append(' ').append(flow).append('\n');
            return;
        }
        out.append('\n');
        lines(value, indent + INDENT, blocks - 1);
    }

    private static boolean isLong(String flow, String before, int indent) {
        return indent + before.length() + 1 + flow.length() > WIDTH;
    }

    private static boolean hasMappings(DocumentNode value) {
        return value instanceof Items(var items, var _) && items.stream().anyMatch(Members.class::isInstance);
    }

    private void lines(DocumentNode value, int indent, int blocks) {
        switch (value) {
            case Scalar scalar -> out.repeat(' ', indent).append(flow(scalar)).append('\n');
            case Items(var items, var _) -> items.forEach(item -> item(item, indent, blocks));
            case Members(var members, var _) ->
                members.forEach((key, member) -> {
                    out.repeat(' ', indent);
                    value(quoted(key) + ":", member.value(), indent, blocks);
                });
        }
    }

    private void item(DocumentNode item, int indent, int blocks) {
        out.repeat(' ', indent);
        if (!(item instanceof Members(var members, var _)) || !isLong(flow(item), "-", indent)) {
            value("-", item, indent, 0);
            return;
        }
        String lead = "- ";
        for (Map.Entry<String, Member> member : members.entrySet()) {
            out.append(lead);
            value(quoted(member.getKey()) + ":", member.getValue().value(), indent + INDENT, blocks);
            lead = " ".repeat(indent + INDENT);
        }
    }

    private static String flow(DocumentNode node) {
        return switch (node) {
            case Scalar scalar -> scalar.isPlain() && !scalar.text().isEmpty() ? plain(scalar) : quoted(scalar.text());
            case Items(var items, var _) ->
                items.stream().map(YamlWriter::flow).collect(Collectors.joining(", ", "[", "]"));
            case Members(var members, var _) ->
                members.entrySet().stream()
                        .map(member -> quoted(member.getKey()) + ": "
                                + flow(member.getValue().value()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    /** A plain scalar keeps its type: a number and a word of the core schema stand as they are. */
    private static String plain(Scalar scalar) {
        boolean isTyped = scalar.isNull() || scalar.truth() != null || scalar.number() != null || scalar.isNumber();
        return isTyped ? scalar.text() : quoted(scalar.text());
    }

    private static String quoted(String text) {
        boolean isPlain =
                PLAIN.matcher(text).matches() && !WORD_OF_YAML.matcher(text).matches();
        if (isPlain) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> quoted.append(escaped(point)));
        return quoted.append('"').toString();
    }

    private static String escaped(int point) {
        if (point == '"' || point == '\\') {
            return "\\" + (char) point;
        }
        if (point >= ' ' && point < 0x7f) {
            return Character.toString(point);
        }
        return point <= 0xffff ? "\\u%04x".formatted(point) : "\\U%08x".formatted(point);
    }
}
