package io.sallyport.cli.policy.lsp;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.lsp4j.Hover;
import org.eclipse.lsp4j.MarkupContent;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.Range;
import org.jspecify.annotations.Nullable;

/** Says what a name means: a field of the input, a function, or a key of a document. */
final class HoverText {
    private HoverText() {}

    /** Returns what is known of the name at a spot, or null. */
    static @Nullable Hover of(OpenDocument document, DocumentText.Spot spot, PositionUnit unit) {
        return document.isRego() ? ofRego(document.text(), spot, unit) : ofKey(document, spot, unit);
    }

    private static @Nullable Hover ofRego(DocumentText text, DocumentText.Spot spot, PositionUnit unit) {
        RegoWords.Reference named = RegoWords.at(text.line(spot.line()), spot.offset());
        Range range = text.range(spot.line(), named.from(), named.to(), unit);
        String name = String.join(".", named.names());
        if (named.first().equals("input")) {
            SchemaMembers field = SchemaMembers.at(PublishedSchemas.input(), named.rest());
            return field.isKnown() ? hover(name, field, range) : null;
        }
        String signature = BuiltinSignatures.all().get(name);
        return signature == null ? null : new Hover(markdown("```\n" + signature + "\n```"), range);
    }

    private static @Nullable Hover ofKey(OpenDocument document, DocumentText.Spot spot, PositionUnit unit) {
        DocumentKind kind =
                DocumentKind.of(document.path(), document.text().text()).orElse(null);
        DocumentText text = document.text();
        String line = text.line(spot.line());
        int to = spot.offset();
        while (to < line.length() && isOfKey(line.charAt(to))) {
            to++;
        }
        int from = spot.offset();
        while (from > 0 && isOfKey(line.charAt(from - 1))) {
            from--;
        }
        KeyPath path = DocumentKeys.path(document, new DocumentText.Spot(spot.line(), to));
        if (kind == null || path.isValue() || path.written().isEmpty()) {
            return null;
        }
        List<String> names = new ArrayList<>(path.parents());
        names.add(path.written());
        SchemaMembers key = SchemaMembers.at(PublishedSchemas.of(kind), names);
        return key.isKnown() ? hover(path.written(), key, text.range(spot.line(), from, to, unit)) : null;
    }

    private static boolean isOfKey(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }

    private static Hover hover(String name, SchemaMembers meant, Range range) {
        var text = new StringBuilder("`" + name + "`");
        if (!meant.types().isEmpty()) {
            text.append(": ").append(meant.types());
        }
        if (!meant.description().isEmpty()) {
            text.append("\n\n").append(meant.description());
        }
        if (!meant.words().isEmpty()) {
            text.append("\n\n")
                    .append("One of `")
                    .append(String.join("`, `", meant.words()))
                    .append('`');
        }
        return new Hover(markdown(text.toString()), range);
    }

    private static MarkupContent markdown(String text) {
        return new MarkupContent(MarkupKind.MARKDOWN, text);
    }
}
