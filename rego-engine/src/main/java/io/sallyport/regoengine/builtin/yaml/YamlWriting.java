package io.sallyport.regoengine.builtin.yaml;

import io.sallyport.regoengine.builtin.BuiltinContext;
import io.sallyport.regoengine.builtin.Fuel;
import io.sallyport.regoengine.builtin.number.BinaryFloats;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNumber;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Present;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ImplicitTuple;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;

/**
 * Writes JSON values as YAML in the layout of Go's yaml.v3: blocks, indented by two, with lists indented below their
 * key. snakeyaml-engine decides how scalars are quoted. Confined to one call.
 */
final class YamlWriting {
    private static final int INDENT = 2;
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,20}");
    private static final DumpSettings SETTINGS =
            DumpSettings.builder().setSplitLines(false).build();

    private static final ImplicitTuple PLAIN_OR_QUOTED = new ImplicitTuple(true, true);

    private final Fuel fuel;
    private final StringBuilder out = new StringBuilder();

    private YamlWriting(Fuel fuel) {
        this.fuel = fuel;
    }

    /** @param json a value parsed from JSON: without sets, and with strings as keys */
    static String write(BuiltinContext context, RegoValue json) {
        YamlWriting writing = new YamlWriting(context.fuel());
        writing.write(json, 0);
        return writing.out.append('\n').toString();
    }

    /** Writes a value at the cursor, which is at {@code column}. */
    private void write(RegoValue value, int column) {
        switch (value) {
            case RegoArray array
            when array.size() > 0 -> {
                for (int i = 0; i < array.size(); i++) {
                    line(i > 0, column);
                    out.append("- ");
                    write(array.get(i), column + INDENT);
                }
            }
            case RegoObject object
            when object.size() > 0 -> {
                for (int i = 0; i < object.size(); i++) {
                    line(i > 0, column);
                    write(object.keyAt(i), object.valueAt(i), column);
                }
            }
            case RegoString string -> append(text(string.text(), column));
            case RegoNumber number -> append(number(number.text()));
            default -> append(value.toString());
        }
    }

    private void write(RegoValue key, RegoValue value, int column) {
        append(quoted(((RegoString) key).text()));
        out.append(':');
        if (isBlock(value)) {
            line(true, column + INDENT);
        } else {
            out.append(' ');
        }
        write(value, column + INDENT);
    }

    private static boolean isBlock(RegoValue value) {
        return switch (value) {
            case RegoArray array -> array.size() > 0;
            case RegoObject object -> object.size() > 0;
            default -> false;
        };
    }

    private void line(boolean needed, int column) {
        if (needed) {
            fuel.makeText(column + 1L);
            out.append('\n').repeat(' ', column);
        }
    }

    private void append(String text) {
        fuel.makeText(text.length());
        out.append(text);
    }

    /** Go reads the number first: as an integer of 64 bits, or else as a double. */
    private static String number(String text) {
        if (INTEGER.matcher(text).matches()) {
            BigInteger whole = new BigInteger(text);
            if (whole.bitLength() <= (whole.signum() < 0 ? Long.SIZE - 1 : Long.SIZE)) {
                return whole.toString();
            }
        }
        return BinaryFloats.shortest(Double.parseDouble(text));
    }

    private static String text(String text, int column) {
        if (!text.contains("\n") || !isLiteral(text)) {
            return quoted(text);
        }
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        String chomping = !text.endsWith("\n") ? "-" : body.endsWith("\n") ? "+" : "";
        String margin = "\n" + " ".repeat(Math.max(INDENT, column));
        String indentation = text.startsWith(" ") ? "2" : "";
        return "|" + indentation + chomping + (margin + body.replace("\n", margin)).replaceAll("(?m)^ +$", "");
    }

    /** Returns whether lines can be written literally. */
    private static boolean isLiteral(String text) {
        return !text.startsWith("\n")
                && !text.contains(" \n")
                && !text.endsWith(" ")
                && text.codePoints().allMatch(point -> point == '\n' || (point >= ' ' && point != 0x7f));
    }

    private static String quoted(String text) {
        if (text.isEmpty()) {
            return "\"\"";
        }
        boolean doubly = text.contains("\n") || YamlScalars.needsQuotes(text);
        ScalarStyle style = doubly ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN;
        List<Event> events = List.of(
                new StreamStartEvent(),
                new DocumentStartEvent(false, Optional.empty(), Map.of()),
                new ScalarEvent(Optional.empty(), Optional.empty(), PLAIN_OR_QUOTED, text, style),
                new DocumentEndEvent(false),
                new StreamEndEvent());
        String document = new Present(SETTINGS).emitToString(events.iterator());
        return document.substring(0, document.length() - 1);
    }
}
