package io.sallyport.regoengine.value;

/**
 * JSON (RFC 8259) to values and back.
 *
 * <p>Reading is exact: numbers keep their digits. As in OPA, the last of equal names counts, and half a surrogate pair
 * becomes U+FFFD. Safe for concurrent use.
 */
public final class RegoJson {
    private RegoJson() {}

    /** Reads UTF-8 text; anything but one value, within {@code limits}, is rejected. */
    public static ParsedJson parse(byte[] text, JsonLimits limits) {
        return JsonReader.read(text, limits);
    }

    /** Reads {@code text}; anything but one value, within {@code limits}, is rejected. */
    public static ParsedJson parse(String text, JsonLimits limits) {
        return JsonReader.read(text, limits);
    }

    /**
     * Reads a text of our own (a constant, a file that was written by us).
     *
     * @throws IllegalArgumentException where it is not JSON within {@link JsonLimits#DOCUMENT}
     */
    public static RegoValue valueOf(String text) {
        return switch (parse(text, JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(var value) -> value;
            case ParsedJson.Rejected(var why, int line, int column) ->
                throw new IllegalArgumentException("%d:%d: %s".formatted(line, column, why));
        };
    }

    /**
     * Writes {@code value} without spaces: sets as arrays, keys that are no strings as the string of their JSON, all in
     * Rego's order.
     */
    public static String write(RegoValue value) {
        StringBuilder out = new StringBuilder();
        JsonWriter.write(value, out);
        return out.toString();
    }
}
