package io.sallyport.proxy.listener;

import io.sallyport.model.ReasonCode;

/**
 * Parses a whole head, start line first.
 *
 * @param <H> the kind of head
 */
sealed interface StartLine<H> permits RequestLine, StatusLine {
    /** Whether a start line can begin so: what is no HTTP at all is refused at its first byte. */
    boolean mayBegin(byte first);

    /** Reads {@code bytes} from {@code start} to {@code end}, which end with an empty line. */
    HeadResult<H> parse(byte[] bytes, int start, int end);

    /**
     * The minor version where {@code HTTP/1.x} stands at {@code at}, -1 where another version does, -2 where none does.
     */
    static int minorVersion(byte[] bytes, int at, int end) {
        boolean named = at + 8 <= end
                && bytes[at] == 'H'
                && bytes[at + 1] == 'T'
                && bytes[at + 2] == 'T'
                && bytes[at + 3] == 'P'
                && bytes[at + 4] == '/'
                && isDigit(bytes[at + 5])
                && bytes[at + 6] == '.'
                && isDigit(bytes[at + 7]);
        if (!named) {
            return -2;
        }
        int minor = bytes[at + 7] - '0';
        return bytes[at + 5] == '1' && minor <= 1 ? minor : -1;
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static <H> HeadResult<H> malformed(String why) {
        return new HeadResult.Malformed<>(ReasonCode.MALFORMED_REQUEST, why);
    }
}
