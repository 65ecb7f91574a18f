package io.sallyport.regoengine.builtin.net;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.regoengine.builtin.BuiltinError;

/** Percent-encoding as in Go's {@code net/url} (RFC 3986 section 2.1, with a stricter host). */
final class GoUrlText {
    private static final String UNRESERVED = "-_.~";
    private static final String PATH_MARKS = "$&+,/:;=@";
    private static final String HOST_MARKS = "!$&'()*+,;=:[]<>\"";
    private static final String USER_MARKS = "-._:~!$&'()*+,;=%@";
    private static final String VALID_PATH_MARKS = "!$&'()*+,;=:@[]%";

    /** The part of the URL that is decoded. */
    enum Part {
        PATH,
        FRAGMENT,
        USER,
        HOST,
        ZONE;

        private boolean isStrict() {
            return this == HOST || this == ZONE;
        }
    }

    private GoUrlText() {}

    /** Decodes a part; bytes that are not UTF-8 become replacement characters. */
    static String decoded(String text, Part part) {
        byte[] units = text.getBytes(UTF_8);
        byte[] out = new byte[units.length];
        int length = 0;
        for (int i = 0; i < units.length; i++) {
            int unit = units[i];
            if (unit == '%') {
                out[length++] = (byte) triplet(units, i, part);
                i += 2;
            } else if (part.isStrict() && unit >= 0 && !isHostUnit(unit)) {
                throw new BuiltinError("invalid character \"" + (char) unit + "\" in host name");
            } else {
                out[length++] = units[i];
            }
        }
        return new String(out, 0, length, UTF_8);
    }

    private static int triplet(byte[] units, int at, Part part) {
        String text = new String(units, at, Math.min(3, units.length - at), UTF_8);
        int high = text.length() < 3 ? -1 : Character.digit(text.charAt(1), 16);
        int low = text.length() < 3 ? -1 : Character.digit(text.charAt(2), 16);
        int value = high * 16 + low;
        boolean allowed = switch (part) {
            case HOST -> high >= 8 || text.equals("%25");
            case ZONE -> text.equals("%25") || value == ' ' || isHostUnit(value);
            default -> true;
        };
        if (high < 0 || low < 0 || !allowed) {
            throw new BuiltinError("invalid URL escape \"" + text + "\"");
        }
        return value;
    }

    static boolean isUser(String text) {
        return text.codePoints().allMatch(point -> isLetterOrDigit(point) || USER_MARKS.indexOf(point) >= 0);
    }

    static boolean isEncodedPath(String text) {
        return text.codePoints().allMatch(point -> isPathUnit(point) || VALID_PATH_MARKS.indexOf(point) >= 0);
    }

    static String encodedPath(String path) {
        StringBuilder out = new StringBuilder();
        for (byte unit : path.getBytes(UTF_8)) {
            if (isPathUnit(unit)) {
                out.append((char) unit);
            } else {
                out.append("%%%02X".formatted(unit & 0xff));
            }
        }
        return out.toString();
    }

    private static boolean isPathUnit(int unit) {
        return isLetterOrDigit(unit) || UNRESERVED.indexOf(unit) >= 0 || PATH_MARKS.indexOf(unit) >= 0;
    }

    private static boolean isHostUnit(int unit) {
        return isLetterOrDigit(unit) || UNRESERVED.indexOf(unit) >= 0 || HOST_MARKS.indexOf(unit) >= 0;
    }

    private static boolean isLetterOrDigit(int unit) {
        return unit > 0 && unit < 0x80 && Character.isLetterOrDigit(unit);
    }
}
