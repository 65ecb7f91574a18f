package io.sallyport.model;

import io.sallyport.model.Canonicalized.Accepted;
import io.sallyport.model.Canonicalized.Rejected;
import io.sallyport.model.dialect.PolicyDialect;
import io.sallyport.model.dialect.PolicySwitch;
import io.sallyport.model.text.Ascii;
import io.sallyport.model.text.Parsed;

/** What a request asks of its origin: path and query, the origin-form of RFC 9112 section 3.2.1. */
public record RequestTarget(CanonicalPath path, CanonicalQuery query) {
    /** Limit of a query in chars. */
    public static final int MAX_QUERY = 16_384;

    /** Parses {@code path[?query]}; the empty text is the root. Never throws, never guesses. */
    public static Canonicalized<RequestTarget> parse(String text) {
        return parse(text, PolicyDialect.STRICT);
    }

    /** Parses it as a dialect reads paths and queries; OpenShell refuses every query that cannot be read. */
    public static Canonicalized<RequestTarget> parse(String text, PolicyDialect dialect) {
        int mark = text.indexOf('?');
        String path = mark < 0 ? text : text.substring(0, mark);
        if (mark >= 0 && text.length() - mark - 1 > MAX_QUERY) {
            return new Rejected<>(
                    ReasonCode.URI_TOO_LONG, "the query is longer than " + MAX_QUERY + " bytes", mark + 1 + MAX_QUERY);
        }
        if (path.length() > PathParser.MAX_BYTES) {
            return new Rejected<>(
                    ReasonCode.URI_TOO_LONG,
                    "the path is longer than " + PathParser.MAX_BYTES + " bytes",
                    PathParser.MAX_BYTES);
        }
        int fault = mark < 0 ? -1 : firstInvisible(text, mark + 1);
        return switch (PathParser.parse(path, dialect)) {
            case Parsed.Rejected(var why, int at) -> new Rejected<>(ReasonCode.NOT_CANONICAL, why, at);
            case Parsed.Accepted(var _)
            when fault >= 0 ->
                new Rejected<>(ReasonCode.NOT_CANONICAL, Ascii.show(text.codePointAt(fault)) + " in a query", fault);
            case Parsed.Accepted(var canonical) -> {
                CanonicalQuery query =
                        mark < 0 ? CanonicalQuery.NONE : CanonicalQuery.parse(text.substring(mark + 1), dialect);
                yield dialect.has(PolicySwitch.QUERY_SEMICOLON) && query.parameters() == null
                        ? new Rejected<>(ReasonCode.NOT_CANONICAL, "a query that cannot be read", mark + 1)
                        : new Accepted<>(new RequestTarget(canonical, query));
            }
        };
    }

    /**
     * Finds the first character that a query must not contain because it could end the line or is ambiguous: a query is
     * sent as received.
     */
    private static int firstInvisible(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c >= 0x7f || c == '#' || c == '\\') {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return path.text() + query;
    }
}
