package io.sallyport.proxy.listener;

/**
 * Finds the end of a head, looking at each byte once however small the pieces in which it comes. Lines end with CRLF
 * and nothing else; one empty line may stand before the first (RFC 9112 section 2.2).
 */
final class HeadScan {
    enum Progress {
        INCOMPLETE,
        COMPLETE,
        BAD_LINE,
        FIRST_LINE_TOO_LONG,
        TOO_MANY_FIELDS,
        TOO_LARGE
    }

    private final HeadLimits limits;
    private final StartLine<?> startLine;
    private int scanned;
    private int start;
    private int lineStart;
    private int lines;
    private int end;

    HeadScan(HeadLimits limits, StartLine<?> startLine) {
        this.limits = limits;
        this.startLine = startLine;
    }

    /** Index of the start line. */
    int start() {
        return start;
    }

    /** Index after the last byte of the head, once it is complete. */
    int end() {
        return end;
    }

    /** Goes on where it stood; {@code bytes} begins with those of the calls before. */
    Progress advance(byte[] bytes, int length) {
        for (int i = scanned; i < length; i++) {
            if (bytes[i] == '\n') {
                Progress progress = lineEnd(bytes, i);
                if (progress != Progress.INCOMPLETE) {
                    return progress;
                }
            }
        }
        scanned = length;
        return bounds(bytes, length);
    }

    private Progress lineEnd(byte[] bytes, int lineFeed) {
        int lineLength = lineFeed - 1 - lineStart;
        if (lineLength < 0 || bytes[lineFeed - 1] != '\r') {
            return Progress.BAD_LINE;
        }
        if (lineLength == 0 && lines > 0) {
            end = lineFeed + 1;
            return end > limits.maxBytes() ? Progress.TOO_LARGE : Progress.COMPLETE;
        }
        if (lineLength == 0) {
            if (start > 0) {
                return Progress.BAD_LINE;
            }
            start = lineFeed + 1;
        } else {
            lines++;
        }
        lineStart = lineFeed + 1;
        if (lines == 1 && lineLength > limits.maxLineBytes()) {
            return Progress.FIRST_LINE_TOO_LONG;
        }
        return lines - 1 > limits.maxFields() ? Progress.TOO_MANY_FIELDS : Progress.INCOMPLETE;
    }

    private Progress bounds(byte[] bytes, int length) {
        if (length > start && !mayBegin(bytes, length)) {
            return Progress.BAD_LINE;
        }
        if (lines == 0 && length - start > limits.maxLineBytes()) {
            return Progress.FIRST_LINE_TOO_LONG;
        }
        return length > limits.maxBytes() ? Progress.TOO_LARGE : Progress.INCOMPLETE;
    }

    private boolean mayBegin(byte[] bytes, int length) {
        boolean emptyLine = start == 0 && bytes[0] == '\r' && (length == 1 || bytes[1] == '\n');
        return emptyLine || startLine.mayBegin(bytes[start]);
    }
}
