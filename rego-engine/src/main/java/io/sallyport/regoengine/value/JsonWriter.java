package io.sallyport.regoengine.value;

import java.util.List;

/** Writes values as JSON. Recursive, but the nesting of values is bounded. */
final class JsonWriter {
    private static final String HEX = "0123456789abcdef";

    private JsonWriter() {}

    static void write(RegoValue value, StringBuilder out) {
        switch (value) {
            case RegoNull _ -> out.append("null");
            case RegoBoolean bool -> out.append(bool.value());
            case RegoNumber number -> out.append(number.text());
            case RegoString string -> writeString(string.text(), out);
            case RegoArray array -> writeElements(array.list(), out);
            case RegoSet set -> writeElements(set.list(), out);
            case RegoObject object -> writeObject(object, out);
        }
    }

    private static void writeElements(List<RegoValue> elements, StringBuilder out) {
        out.append('[');
        for (int i = 0; i < elements.size(); i++) {
            separate(i, out);
            write(elements.get(i), out);
        }
        out.append(']');
    }

    private static void writeObject(RegoObject object, StringBuilder out) {
        out.append('{');
        for (int i = 0; i < object.size(); i++) {
            separate(i, out);
            RegoValue key = object.keyAt(i);
            writeString(key instanceof RegoString string ? string.text() : RegoJson.write(key), out);
            out.append(':');
            write(object.valueAt(i), out);
        }
        out.append('}');
    }

    private static void separate(int place, StringBuilder out) {
        if (place > 0) {
            out.append(',');
        }
    }

    private static void writeString(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            writeUnit(text.charAt(i), out);
        }
        out.append('"');
    }

    private static void writeUnit(char unit, StringBuilder out) {
        switch (unit) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (unit < 0x20) {
                    out.append("\\u00").append(HEX.charAt(unit >> 4)).append(HEX.charAt(unit & 15));
                } else {
                    out.append(unit);
                }
            }
        }
    }
}
