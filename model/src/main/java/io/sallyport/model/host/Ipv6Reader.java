package io.sallyport.model.host;

import io.sallyport.model.text.Ascii;
import org.jspecify.annotations.Nullable;

/**
 * Parses the text between the brackets of an IPv6 literal (RFC 4291 section 2.2; no zone identifiers, no IPvFuture),
 * and formats addresses as in RFC 5952. For one use; confined to its thread.
 */
final class Ipv6Reader {
    private static final int GROUPS = 8;

    private final String text;
    private final int end;
    private final int[] groups = new int[GROUPS];
    private int at;
    private int count;
    private int gap = -1;
    private String why = "not an IPv6 address";

    Ipv6Reader(String text, int from, int to) {
        this.text = text;
        this.at = from;
        this.end = to;
    }

    /** Returns the 16 bytes, or null; {@link #why} and {@link #at} then describe the error. */
    byte @Nullable [] read() {
        return readGroups() && fits() ? bytes() : null;
    }

    String why() {
        return why;
    }

    /** Returns the index of the first offending char. */
    int at() {
        return at;
    }

    private boolean readGroups() {
        if (text.startsWith("::", at)) {
            gap = 0;
            at += 2;
        }
        while (at < end) {
            if (!readPart()) {
                return false;
            }
        }
        return true;
    }

    /** Reads one group, or the IPv4 address at the end, and the colon or colons after it. */
    private boolean readPart() {
        int start = at;
        int value = 0;
        while (at < end && at - start < 4 && Ascii.hex(text.charAt(at)) >= 0) {
            value = (value << 4) | Ascii.hex(text.charAt(at++));
        }
        if (at < end && text.charAt(at) == '.') {
            return readIpv4(start);
        }
        if (at == start || count == GROUPS) {
            return fail(at == start ? "not an IPv6 address" : "more than eight groups", start);
        }
        groups[count++] = value;
        return at == end || readColons();
    }

    private boolean readColons() {
        if (text.charAt(at) != ':') {
            return fail(text.charAt(at) == '%' ? "zone identifiers are refused" : "not an IPv6 address", at);
        }
        if (!text.startsWith("::", at)) {
            at++;
            return at < end || fail("the address ends in a colon", at - 1);
        }
        if (gap >= 0) {
            return fail("a second '::'", at);
        }
        gap = count;
        at += 2;
        return true;
    }

    private boolean readIpv4(int start) {
        byte[] tail = Ipv4.parse(text.substring(start, end));
        if (tail == null || count > GROUPS - 2) {
            return fail("not an IPv4 address at the end of an IPv6 address", start);
        }
        groups[count++] = ((tail[0] & 0xff) << 8) | (tail[1] & 0xff);
        groups[count++] = ((tail[2] & 0xff) << 8) | (tail[3] & 0xff);
        at = end;
        return true;
    }

    private boolean fits() {
        return (gap < 0 ? count == GROUPS : count < GROUPS) || fail("not eight groups", end);
    }

    private boolean fail(String reason, int where) {
        why = reason;
        at = where;
        return false;
    }

    private byte[] bytes() {
        byte[] address = new byte[2 * GROUPS];
        for (int i = 0; i < count; i++) {
            int group = gap >= 0 && i >= gap ? GROUPS - count + i : i;
            address[2 * group] = (byte) (groups[i] >> 8);
            address[2 * group + 1] = (byte) groups[i];
        }
        return address;
    }

    /** Returns the text as in RFC 5952; an IPv4-mapped address ends in its IPv4 address (section 5). */
    static String write(byte[] address) {
        if (isMapped(address)) {
            return "::ffff:%d.%d.%d.%d"
                    .formatted(address[12] & 0xff, address[13] & 0xff, address[14] & 0xff, address[15] & 0xff);
        }
        int gapStart = longestZeros(address);
        StringBuilder out = new StringBuilder(39);
        for (int i = 0; i < GROUPS; i++) {
            if (i == gapStart) {
                out.append("::");
                i += zeros(address, i) - 1;
            } else {
                out.append(out.isEmpty() || out.charAt(out.length() - 1) == ':' ? "" : ":");
                out.append(Integer.toHexString(group(address, i)));
            }
        }
        return out.toString();
    }

    private static boolean isMapped(byte[] address) {
        return zeros(address, 0) == 5 && group(address, 5) == 0xffff;
    }

    /** Returns the start of the first of the longest runs of two or more zero groups, or -1. */
    private static int longestZeros(byte[] address) {
        int best = -1;
        int length = 1;
        for (int i = 0; i < GROUPS; i++) {
            if (zeros(address, i) > length) {
                best = i;
                length = zeros(address, i);
            }
        }
        return best;
    }

    private static int zeros(byte[] address, int from) {
        int to = from;
        while (to < GROUPS && group(address, to) == 0) {
            to++;
        }
        return to - from;
    }

    private static int group(byte[] address, int index) {
        return ((address[2 * index] & 0xff) << 8) | (address[2 * index + 1] & 0xff);
    }
}
