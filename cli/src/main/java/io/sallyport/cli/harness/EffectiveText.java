package io.sallyport.cli.harness;

import io.sallyport.leasebridge.harness.SourcePosition;
import io.sallyport.leasebridge.harness.Sourced;
import io.sallyport.leasebridge.harness.Sourced.Listing;
import io.sallyport.leasebridge.harness.Sourced.Mapping;
import io.sallyport.leasebridge.harness.Sourced.Text;
import java.util.regex.Pattern;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Writes an effective harness as YAML, with a comment after each value that names its origin. Confined to one thread.
 */
final class EffectiveText {
    /** Texts that YAML and people read the same way without quotes. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./][A-Za-z0-9_./@+-]*");

    private static final int COLUMN = 48;

    private final StringBuilder out = new StringBuilder();

    private EffectiveText() {}

    static String of(Mapping harness) {
        var text = new EffectiveText();
        text.members(harness, "", "");
        return text.out.isEmpty() ? "" : text.out.substring(0, text.out.length() - 1);
    }

    /** @param first the text before the first member: the dash of a list, or the same as before the others */
    private void members(Mapping mapping, String first, String indent) {
        String before = first;
        for (var member : mapping.members().entrySet()) {
            value(before + key(member.getKey()) + ":", member.getValue(), indent);
            before = indent;
        }
    }

    private void value(String before, Sourced value, String indent) {
        switch (value) {
            case Text text -> line(before + " " + scalar(text), text.origin());
            case Listing list when list.isEmpty() -> line(before + " []", list.origin());
            case Mapping mapping when mapping.isEmpty() -> line(before + " {}", mapping.origin());
            case Listing(var items, var _) -> {
                out.append(before).append('\n');
                items.forEach(item -> item(item, indent + "  "));
            }
            case Mapping mapping -> {
                out.append(before).append('\n');
                members(mapping, indent + "  ", indent + "  ");
            }
        }
    }

    private void item(Sourced item, String indent) {
        if (item instanceof Mapping mapping && !mapping.isEmpty()) {
            members(mapping, indent + "- ", indent + "  ");
        } else {
            value(indent + "-", item, indent);
        }
    }

    private void line(String text, SourcePosition origin) {
        out.append(text)
                .repeat(" ", Math.max(2, COLUMN - text.length()))
                .append("# ")
                .append(origin)
                .append('\n');
    }

    private static String scalar(Text text) {
        if (text.scalar().isNull()) {
            return "null";
        }
        boolean plain = text.scalar().isPlain() && PLAIN.matcher(text.text()).matches();
        return plain ? text.text() : quoted(text.text());
    }

    private static String key(String key) {
        return PLAIN.matcher(key).matches() ? key : quoted(key);
    }

    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + "\"";
    }
}
