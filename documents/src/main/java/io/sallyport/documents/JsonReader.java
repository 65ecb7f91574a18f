package io.sallyport.documents;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one JSON document (RFC 8259) strictly and by the same rules everywhere: one value and nothing after it, no
 * duplicate name in an object, no half of a surrogate pair, at most {@link #MAX_DEPTH} levels, and names and numbers of
 * bounded length. Confined to one thread.
 */
public final class JsonReader {
    /** The maximum nesting of lists and objects, including embedded documents. */
    public static final int MAX_DEPTH = 32;

    /** The maximum length of a member's name, in characters. */
    public static final int MAX_NAME_CHARS = 1_000;

    /** The maximum length of a number, in characters, including sign, point and exponent. */
    public static final int MAX_NUMBER_CHARS = 40;

    /** The maximum number of digits in an exponent: computing with a larger one costs far more than writing it. */
    public static final int MAX_EXPONENT_DIGITS = 3;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(MAX_NAME_CHARS)
                    .maxStringLength(Integer.MAX_VALUE) // the document is bounded
                    .build())
            .build();

    /**
     * The rules that depend on the kind of document.
     *
     * @param maxBytes in UTF-8
     * @param maxNodes scalars, lists and objects
     * @param embedded members of the outermost object that are documents of their own and are kept as text
     */
    public record Bounds(int maxBytes, int maxNodes, Set<String> embedded) {
        private static final int MAX_NODES = 100_000;

        public Bounds {
            embedded = Set.copyOf(embedded);
        }

        public static Bounds ofBytes(int maxBytes) {
            return new Bounds(maxBytes, MAX_NODES, Set.of());
        }

        /** Returns a copy that keeps those members as text. */
        public Bounds embedding(String... members) {
            return new Bounds(maxBytes, maxNodes, Set.of(members));
        }
    }

    private final String text;
    private final Bounds bounds;
    private final Findings findings;
    private final JsonParser json;
    private int nodes;

    private JsonReader(String text, Bounds bounds, Findings findings) {
        this.text = text;
        this.bounds = bounds;
        this.findings = findings;
        this.json = JSON.createParser(ObjectReadContext.empty(), text);
    }

    /**
     * Returns the root of the document, or null if it cannot be read; then the findings say why. A duplicate name is an
     * error; parsing continues and keeps the first value.
     */
    public static @Nullable DocumentNode read(String text, Bounds bounds, Findings findings) {
        if (isLarger(text, bounds.maxBytes())) {
            return refuse(findings, Place.START, DiagnosticCode.TOO_LARGE, tooLarge(bounds.maxBytes()));
        }
        if (text.startsWith("\ufeff")) {
            String why = "the document begins with a byte order mark";
            return refuse(findings, Place.START, DiagnosticCode.BYTE_ORDER_MARK, why);
        }
        var reader = new JsonReader(text, bounds, findings);
        try (JsonParser _ = reader.json) {
            return reader.document();
        }
    }

    /** Returns whether a text has more bytes than {@code maxBytes}; each char takes at most three bytes. */
    static boolean isLarger(String text, int maxBytes) {
        return text.length() > maxBytes / 3
                && (text.length() > maxBytes || text.getBytes(StandardCharsets.UTF_8).length > maxBytes);
    }

    private static String tooLarge(int maxBytes) {
        int kibi = 1 << 10;
        int mebi = 1 << 20;
        String bound = maxBytes % mebi == 0
                ? maxBytes / mebi + " MiB"
                : maxBytes % kibi == 0 ? maxBytes / kibi + " KiB" : maxBytes + " bytes";
        return "the document is larger than " + bound;
    }

    private @Nullable DocumentNode document() {
        try {
            if (json.nextToken() == null) {
                return refuse(DiagnosticCode.NOT_JSON, "the document is empty");
            }
            DocumentNode root = node(true);
            return root == null || json.nextToken() == null
                    ? root
                    : refuse(DiagnosticCode.TRAILING_TEXT, "text follows the JSON value");
        } catch (JacksonException broken) {
            TokenStreamLocation at = broken.getLocation() == null ? json.currentLocation() : broken.getLocation();
            JsonProblem problem = JsonProblem.of(broken);
            return refuse(findings, place(at), problem.code(), problem.message());
        }
    }

    /**
     * Reads the node that begins at the current token. Returns null if parsing must stop; the problem has been
     * recorded.
     */
    private @Nullable DocumentNode node(boolean outermost) {
        if (++nodes > bounds.maxNodes()) {
            return refuse(DiagnosticCode.TOO_LARGE, "the document has more than " + bounds.maxNodes() + " values");
        }
        Place place = place();
        return switch (json.currentToken()) {
            case START_OBJECT -> members(place, outermost);
            case START_ARRAY -> items(place);
            case VALUE_STRING -> string(place);
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(place);
            case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> new Scalar(json.getString(), Style.PLAIN, place);
            case null, default -> refuse(DiagnosticCode.NOT_JSON, "not JSON: no value");
        };
    }

    private @Nullable DocumentNode members(Place place, boolean outermost) {
        Map<String, Member> members = new LinkedHashMap<>();
        for (String name = json.nextName(); name != null; name = json.nextName()) {
            Place key = place();
            if (halvesSurrogates(name)) {
                return refuse(DiagnosticCode.NOT_UNICODE, "a name holds half of a surrogate pair");
            }
            json.nextToken();
            DocumentNode value = outermost && bounds.embedded().contains(name) ? embedded() : node(false);
            if (value == null) {
                return null;
            }
            if (members.putIfAbsent(name, new Member(key, value)) != null) {
                refuse(findings, key, DiagnosticCode.DUPLICATE_MEMBER, Findings.quote(name) + " stands here twice");
            }
        }
        return new Members(Collections.unmodifiableMap(members), place);
    }

    private @Nullable DocumentNode items(Place place) {
        List<DocumentNode> items = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            DocumentNode item = node(false);
            if (item == null) {
                return null;
            }
            items.add(item);
        }
        return new Items(items, place);
    }

    private @Nullable DocumentNode string(Place place) {
        String value = json.getString();
        if (halvesSurrogates(value)) {
            return refuse(DiagnosticCode.NOT_UNICODE, "a string holds half of a surrogate pair");
        }
        int begin = (int) json.currentTokenLocation().getCharOffset() + 1;
        boolean verbatim = text.startsWith(value, begin) && text.startsWith("\"", begin + value.length());
        return new Scalar(value, verbatim ? Style.QUOTED : Style.ESCAPED, place);
    }

    private @Nullable DocumentNode number(Place place) {
        String number = json.getString();
        if (number.length() > MAX_NUMBER_CHARS) {
            return refuse(DiagnosticCode.NUMBER_TOO_LONG, JsonProblem.LONG_NUMBER);
        }
        return exponentDigits(number) > MAX_EXPONENT_DIGITS
                ? refuse(DiagnosticCode.NUMBER_TOO_LONG, "an exponent has more than " + MAX_EXPONENT_DIGITS + " digits")
                : new Scalar(number, Style.PLAIN, place);
    }

    private static int exponentDigits(String number) {
        int e = Math.max(number.indexOf('e'), number.indexOf('E'));
        boolean signed = e >= 0 && "+-".indexOf(number.charAt(e + 1)) >= 0;
        return e < 0 ? 0 : number.length() - e - (signed ? 2 : 1);
    }

    private DocumentNode embedded() {
        Place place = place();
        int from = (int) json.currentTokenLocation().getCharOffset();
        json.skipChildren();
        json.finishToken();
        String document = text.substring(from, (int) json.currentLocation().getCharOffset());
        return new Scalar(document, Style.EMBEDDED, place);
    }

    private @Nullable DocumentNode refuse(DiagnosticCode code, String message) {
        return refuse(findings, place(), code, message);
    }

    private static @Nullable DocumentNode refuse(Findings findings, Place place, DiagnosticCode code, String message) {
        findings.error(place, code, message, null);
        return null;
    }

    private Place place() {
        return place(json.currentTokenLocation());
    }

    private static Place place(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? Place.START
                : new Place(location.getLineNr(), Math.max(location.getColumnNr(), 1));
    }

    /**
     * Returns whether the text holds half of a surrogate pair, which is not a Unicode character and has no UTF-8 form.
     */
    static boolean halvesSurrogates(String text) {
        return text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
