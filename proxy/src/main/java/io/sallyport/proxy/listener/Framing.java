package io.sallyport.proxy.listener;

/**
 * Where the body of a message ends (RFC 9112 section 6). Both Content-Length and Transfer-Encoding, two lengths, or a
 * coding other than one {@code chunked} have no answer that every reader shares, and are {@link Unclear}.
 */
public sealed interface Framing {
    /** The longest Content-Length that is read: 18 digits. */
    int MAX_LENGTH_DIGITS = 18;

    /** No body and nothing said of one. */
    record None() implements Framing {}

    record Length(long bytes) implements Framing {}

    record Chunked() implements Framing {}

    /** The body ends with the connection; only answers do. */
    record UntilClose() implements Framing {}

    /** Not to be read, and the connection not to be used any more. */
    record Unclear(String why) implements Framing {}

    Framing NONE = new None();
    Framing CHUNKED = new Chunked();
    Framing UNTIL_CLOSE = new UntilClose();

    /** The framing of a request. */
    static Framing ofRequest(HeaderFields fields, int minorVersion) {
        return declared(fields, minorVersion, NONE);
    }

    /** The framing of an answer with {@code status} to a request of {@code method} (RFC 9112 section 6.3). */
    static Framing ofResponse(String method, int status, HeaderFields fields, int minorVersion) {
        Framing declared = declared(fields, minorVersion, UNTIL_CLOSE);
        if (declared instanceof Unclear) {
            return declared;
        }
        boolean bare = method.equals("HEAD") || status < 200 || status == 204 || status == 304;
        return bare ? NONE : declared;
    }

    private static Framing declared(HeaderFields fields, int minorVersion, Framing otherwise) {
        int lengths = fields.count("Content-Length");
        int codings = fields.count("Transfer-Encoding");
        if (codings > 0) {
            return coded(fields, minorVersion, lengths, codings);
        }
        if (lengths == 0) {
            return otherwise;
        }
        return lengths > 1 ? new Unclear("more than one Content-Length") : length(fields);
    }

    private static Framing coded(HeaderFields fields, int minorVersion, int lengths, int codings) {
        if (lengths > 0) {
            return new Unclear("both Content-Length and Transfer-Encoding");
        }
        if (minorVersion == 0) {
            return new Unclear("Transfer-Encoding in HTTP/1.0");
        }
        boolean plain = codings == 1 && "chunked".equalsIgnoreCase(fields.first("Transfer-Encoding"));
        return plain ? CHUNKED : new Unclear("Transfer-Encoding is not exactly one chunked");
    }

    private static Framing length(HeaderFields fields) {
        String text = fields.first("Content-Length");
        if (text == null || text.isEmpty() || text.length() > MAX_LENGTH_DIGITS) {
            return new Unclear("Content-Length is not a length");
        }
        long length = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return new Unclear("Content-Length is not a length");
            }
            length = length * 10 + digit;
        }
        return new Length(length);
    }
}
