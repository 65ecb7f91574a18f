package io.sallyport.model.host;

import io.sallyport.model.text.Ascii;

/** Port numbers as written in authorities: digits only, 1..65535, no sign, no leading zero. */
public final class Port {
    /** Means "no port" or "not a port". */
    public static final int NONE = -1;

    private static final int MAX = 65_535;
    private static final int MAX_DIGITS = 5;

    private Port() {}

    /** Returns the number, or {@link #NONE} if {@code text} is not a port. */
    public static int parse(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS || text.charAt(0) == '0') {
            return NONE;
        }
        int number = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!Ascii.isDigit(c)) {
                return NONE;
            }
            number = number * 10 + c - '0';
        }
        return number > MAX ? NONE : number;
    }
}
