package io.sallyport.proxy.listener;

/** {@code HTTP/1.x SP status SP [reason] CRLF} (RFC 9112 section 4); the last space may be missing with the reason. */
final class StatusLine implements StartLine<ResponseHead> {
    private static final int STATUS_AT = 9;
    private static final int REASON_AT = 12;

    @Override
    public boolean mayBegin(byte first) {
        return first == 'H';
    }

    @Override
    public HeadResult<ResponseHead> parse(byte[] bytes, int start, int end) {
        int minorVersion = StartLine.minorVersion(bytes, start, end);
        if (minorVersion < 0 || start + REASON_AT >= end || bytes[start + 8] != ' ') {
            return StartLine.malformed("the status line does not begin with HTTP/1.x");
        }
        int status = status(bytes, start + STATUS_AT);
        int lineEnd = start + REASON_AT;
        if (bytes[lineEnd] == ' ') {
            while (Tokens.isValue(bytes[lineEnd])) {
                lineEnd++;
            }
        }
        if (status < 0 || bytes[lineEnd] != '\r' || bytes[lineEnd + 1] != '\n') {
            return StartLine.malformed("the status line has no status of three digits, 100 to 599");
        }
        HeaderFields fields = FieldParser.parse(bytes, lineEnd + 2, end);
        if (fields == null) {
            return StartLine.malformed("a header line is not name, colon, value");
        }
        return new HeadResult.Complete<>(new ResponseHead(status, minorVersion, fields));
    }

    private static int status(byte[] bytes, int at) {
        int status = 0;
        for (int i = at; i < at + 3; i++) {
            if (!StartLine.isDigit(bytes[i])) {
                return -1;
            }
            status = status * 10 + bytes[i] - '0';
        }
        return status >= 100 && status <= 599 ? status : -1;
    }
}
