package io.sallyport.regoengine.value;

/**
 * Converts between JSON (RFC 8259) and values.
 *
 * <p>Parsing is exact: numbers keep their digits. As in OPA, the last of duplicate names wins, and half a surrogate
 * pair becomes U+FFFD. Safe for concurrent use.
 */
public final class RegoJson {
    private RegoJson() {}

    /** Parses UTF-8 text; rejects anything except one value within {@code limits}. */
    public static ParsedJson parse(byte[] text, JsonLimits limits) {
        return ValueReader.read(text, limits);
    }

    /** Parses {@code text}; rejects anything except one value within {@code limits}. */
    public static ParsedJson parse(String text, JsonLimits limits) {
        return ValueReader.read(text, limits);
    }

    /**
     * Parses a trusted text (a constant, or a file that this program wrote).
     *
     * @throws IllegalArgumentException if it is not JSON within {@link JsonLimits#DOCUMENT}
     */
    public static RegoValue valueOf(String text) {
        return switch (parse(text, JsonLimits.DOCUMENT)) {
            case ParsedJson.Accepted(var value) -> value;
            case ParsedJson.Rejected(var why, int line, int column) ->
                throw new IllegalArgumentException("%d:%d: %s".formatted(line, column, why));
        };
    }

    /**
     * Writes {@code value} without spaces: sets as arrays, keys that are not strings as the string of their JSON,
     * everything in Rego's order.
     */
    public static String write(RegoValue value) {
        StringBuilder out = new StringBuilder();
        JsonWriter.write(value, out);
        return out.toString();
    }
}
