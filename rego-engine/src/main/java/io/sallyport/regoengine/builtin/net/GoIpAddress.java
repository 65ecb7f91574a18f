package io.sallyport.regoengine.builtin.net;

import org.jspecify.annotations.Nullable;

/**
 * An address of 128 bits. An IPv4 address is represented as ::ffff:a.b.c.d and cannot be distinguished from it, as in
 * Go's {@code net}. Immutable.
 */
public record GoIpAddress(long high, long low) {
    private static final int GROUPS = 8;

    static GoIpAddress ofV4(long bits) {
        return new GoIpAddress(0, 0xffff_0000_0000L | bits);
    }

    /** Returns whether this is an IPv4 address. */
    boolean isV4() {
        return high == 0 && low >>> 32 == 0xffff;
    }

    /** Returns this address with all but the first {@code bits} bits cleared. */
    GoIpAddress masked(int bits) {
        long keepHigh = bits >= 64 ? -1L : bits == 0 ? 0 : -1L << (64 - bits);
        long keepLow = bits <= 64 ? 0 : -1L << (128 - bits);
        return new GoIpAddress(high & keepHigh, low & keepLow);
    }

    /**
     * Parses an address in the forms of Go's {@code netip.ParseAddr}, except for zones; returns null if the text is not
     * an address.
     */
    public static @Nullable GoIpAddress parse(String text) {
        return text.indexOf(':') < 0 ? parseV4(text) : parseV6(text);
    }

    private static @Nullable GoIpAddress parseV4(String text) {
        long bits = v4Bits(text);
        return bits < 0 ? null : ofV4(bits);
    }

    /** Parses four numbers from 0 to 255 without leading zeros; returns -1 if the text is something else. */
    private static long v4Bits(String text) {
        String[] fields = text.split("\\.", 5);
        if (text.length() > 15 || fields.length != 4) {
            return -1;
        }
        long bits = 0;
        for (String field : fields) {
            int number = number(field, 10, 3);
            if (number < 0 || number > 255 || (field.length() > 1 && field.charAt(0) == '0')) {
                return -1;
            }
            bits = bits << 8 | number;
        }
        return bits;
    }

    private static int number(String digits, int radix, int maxLength) {
        if (digits.isEmpty() || digits.length() > maxLength) {
            return -1;
        }
        int number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), radix) : -1;
            if (digit < 0) {
                return -1;
            }
            number = number * radix + digit;
        }
        return number;
    }

    private static @Nullable GoIpAddress parseV6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            long[] all = groups(text);
            return all != null && all.length == GROUPS ? of(all, 0) : null;
        }
        long[] before = groups(text.substring(0, gap));
        long[] after = groups(text.substring(gap + 2));
        if (before == null || after == null || before.length + after.length >= GROUPS) {
            return null;
        }
        // A dotted tail is only permitted at the end, so it must not come before the gap.
        if (text.lastIndexOf('.', gap) >= 0) {
            return null;
        }
        GoIpAddress start = of(before, 0);
        GoIpAddress end = of(after, GROUPS - after.length);
        return new GoIpAddress(start.high | end.high, start.low | end.low);
    }

    /** Parses groups between single colons, the last of which may be dotted IPv4; returns null if one is malformed. */
    private static long @Nullable [] groups(String text) {
        if (text.isEmpty()) {
            return new long[0];
        }
        if (text.length() > 45) {
            return null;
        }
        String[] fields = text.split(":", -1);
        boolean dotted = fields[fields.length - 1].indexOf('.') >= 0;
        long[] groups = new long[fields.length + (dotted ? 1 : 0)];
        for (int i = 0; i < fields.length; i++) {
            if (dotted && i == fields.length - 1) {
                long bits = v4Bits(fields[i]);
                groups[i] = bits < 0 ? -1 : bits >>> 16;
                groups[i + 1] = bits & 0xffff;
            } else {
                groups[i] = number(fields[i], 16, 4);
            }
            if (groups[i] < 0) {
                return null;
            }
        }
        return groups;
    }

    private static GoIpAddress of(long[] groups, int from) {
        long high = 0;
        long low = 0;
        for (int i = 0; i < groups.length; i++) {
            int place = from + i;
            if (place < 4) {
                high |= groups[i] << (48 - 16 * place);
            } else if (place < GROUPS) {
                low |= groups[i] << (112 - 16 * place);
            }
        }
        return new GoIpAddress(high, low);
    }

    /** Returns dotted notation for IPv4, and the form of RFC 5952 for IPv6. */
    @Override
    public String toString() {
        if (isV4()) {
            return (low >>> 24 & 255) + "." + (low >>> 16 & 255) + "." + (low >>> 8 & 255) + "." + (low & 255);
        }
        int gap = longestZeros();
        int gapEnd = gap < 0 ? -1 : gap + zerosFrom(gap);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < GROUPS; i++) {
            if (i == gap) {
                text.append("::");
                i = gapEnd - 1;
            } else {
                text.append(i > 0 && i != gapEnd ? ":" : "").append(Long.toHexString(group(i)));
            }
        }
        return text.toString();
    }

    private long group(int place) {
        return (place < 4 ? high >>> (48 - 16 * place) : low >>> (112 - 16 * place)) & 0xffff;
    }

    private int zerosFrom(int place) {
        int end = place;
        while (end < GROUPS && group(end) == 0) {
            end++;
        }
        return end - place;
    }

    /** Returns the index of the first of the longest runs of two or more zero groups, or -1. */
    private int longestZeros() {
        int best = -1;
        for (int i = 0; i < GROUPS; i++) {
            int length = zerosFrom(i);
            if (length > 1 && (best < 0 || length > zerosFrom(best))) {
                best = i;
            }
        }
        return best;
    }
}
