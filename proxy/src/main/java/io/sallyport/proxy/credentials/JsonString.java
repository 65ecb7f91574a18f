package io.sallyport.proxy.credentials;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A string in a text of JSON (RFC 8259, section 7).
 *
 * @param text with its escapes undone
 * @param isName whether it is the name of a member
 * @param from index of its first quotation mark; of a name not known
 * @param to index after its last
 */
record JsonString(String text, boolean isName, int from, int to) {
    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * Finds those that have a {@link PlaceholderMarker}, however it is escaped.
     *
     * @return in their order; null where {@code text} is no JSON
     */
    static @Nullable List<JsonString> marked(String text) {
        List<JsonString> found = new ArrayList<>();
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                boolean isName = token == JsonToken.PROPERTY_NAME;
                if ((isName || token == JsonToken.VALUE_STRING) && PlaceholderMarker.isIn(parser.getString())) {
                    int from = (int) parser.currentTokenLocation().getCharOffset();
                    int to = (int) parser.currentLocation().getCharOffset();
                    found.add(new JsonString(parser.getString(), isName, from, to));
                }
            }
            return found;
        } catch (JacksonException _) {
            return null;
        }
    }

    /** Writes visible text as a string. */
    static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    /** The same without the quotation marks. */
    static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
