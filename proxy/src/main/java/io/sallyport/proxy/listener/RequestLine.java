package io.sallyport.proxy.listener;

import io.sallyport.model.ReasonCode;

/** {@code method SP target SP HTTP/1.x CRLF}, with exactly these spaces (RFC 9112 section 3). */
final class RequestLine implements StartLine<RequestHead> {
    static final int MAX_METHOD_BYTES = 32;

    @Override
    public boolean mayBegin(byte first) {
        return Tokens.isToken(first);
    }

    @Override
    public HeadResult<RequestHead> parse(byte[] bytes, int start, int end) {
        int methodEnd = start;
        while (Tokens.isToken(bytes[methodEnd])) {
            methodEnd++;
        }
        if (methodEnd == start || bytes[methodEnd] != ' ' || methodEnd - start > MAX_METHOD_BYTES) {
            return StartLine.malformed("the method is no token of at most " + MAX_METHOD_BYTES + " bytes");
        }
        int targetEnd = methodEnd + 1;
        while (isVisible(bytes[targetEnd])) {
            targetEnd++;
        }
        if (targetEnd == methodEnd + 1 || bytes[targetEnd] != ' ') {
            return StartLine.malformed("the request target is not visible ASCII between single spaces");
        }
        int minorVersion = StartLine.minorVersion(bytes, targetEnd + 1, end);
        int lineEnd = targetEnd + 9;
        if (minorVersion == -2 || bytes[lineEnd] != '\r' || bytes[lineEnd + 1] != '\n') {
            return StartLine.malformed("the request line does not end with an HTTP version");
        }
        if (minorVersion == -1) {
            return new HeadResult.Malformed<>(ReasonCode.UNSUPPORTED_VERSION, "only HTTP/1.0 and HTTP/1.1");
        }
        HeaderFields fields = FieldParser.parse(bytes, lineEnd + 2, end);
        if (fields == null) {
            return StartLine.malformed("a header line is not name, colon, value");
        }
        return new HeadResult.Complete<>(new RequestHead(
                FieldParser.text(bytes, start, methodEnd),
                FieldParser.text(bytes, methodEnd + 1, targetEnd),
                minorVersion,
                fields));
    }

    private static boolean isVisible(byte b) {
        return b > ' ' && b < 0x7f;
    }
}
