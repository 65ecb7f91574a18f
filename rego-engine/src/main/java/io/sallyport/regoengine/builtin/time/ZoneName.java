package io.sallyport.regoengine.builtin.time;

import io.sallyport.regoengine.builtin.BuiltinError;

/** A text that Go's {@code time} accepts as the short name of a time zone: {@code UTC}, {@code CEST}, {@code GMT+3}. */
record ZoneName(String text, int start) {
    private static final int MAX_OFFSET_HOURS = 23;

    /** Returns its end. */
    int end() {
        if (text.startsWith("UTC", start)) {
            return start + 3;
        }
        if (text.startsWith("ChST", start) || text.startsWith("MeST", start)) {
            return start + 4;
        }
        if (text.startsWith("GMT", start)) {
            return Math.max(start + 3, offsetEnd(start + 3));
        }
        int end = isSign(start) ? offsetEnd(start) : start + letters();
        if (end <= start) {
            throw new BuiltinError("parsing time \"" + text + "\": no time zone");
        }
        return end;
    }

    private boolean isSign(int at) {
        return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-');
    }

    /** Returns the end of an offset in hours that begins at {@code from}, or 0 if there is none. */
    private int offsetEnd(int from) {
        if (!isSign(from)) {
            return 0;
        }
        int hours = 0;
        int at = from + 1;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            hours = Math.min(hours * 10 + text.charAt(at) - '0', 100);
            at++;
        }
        return at > from + 1 && hours <= MAX_OFFSET_HOURS ? at : 0;
    }

    /** Three capital letters, or four or five that end in T. */
    private int letters() {
        int count = 0;
        while (count < 6 && start + count < text.length() && Character.isUpperCase(text.charAt(start + count))) {
            count++;
        }
        boolean endsInT = count > 0 && text.charAt(start + count - 1) == 'T';
        return switch (count) {
            case 3 -> 3;
            case 4 -> endsInT || text.startsWith("WITA", start) ? 4 : 0;
            case 5 -> endsInT ? 5 : 0;
            default -> 0;
        };
    }
}
