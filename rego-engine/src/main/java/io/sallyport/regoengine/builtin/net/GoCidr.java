package io.sallyport.regoengine.builtin.net;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A network: its first address, and how many of the 128 bits are fixed. Immutable.
 *
 * <p>As in Go, a network in IPv6 notation that covers only IPv4 addresses is an IPv4 network, and no other IPv6 network
 * contains an IPv4 address.
 */
record GoCidr(GoIpAddress base, int bits) {
    /** The number of bits before the 32 bits of an IPv4 address. */
    static final int V4_OFFSET = 96;

    /** Parses {@code address/bits}; returns null if the text is not a network. */
    static @Nullable GoCidr parse(String text) {
        int slash = text.indexOf('/');
        GoIpAddress address = slash < 0 ? null : GoIpAddress.parse(text.substring(0, slash));
        if (address == null) {
            return null;
        }
        boolean v4 = text.lastIndexOf(':', slash) < 0;
        int bits = count(text.substring(slash + 1));
        if (bits < 0 || bits > (v4 ? 32 : 128)) {
            return null;
        }
        int fixed = v4 ? V4_OFFSET + bits : bits;
        return new GoCidr(address.masked(fixed), fixed);
    }

    private static int count(String digits) {
        if (digits.isEmpty() || digits.length() > 8) {
            return -1;
        }
        int count = 0;
        for (int i = 0; i < digits.length(); i++) {
            char digit = digits.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            count = Math.min(count * 10 + (digit - '0'), 1000);
        }
        return count;
    }

    boolean contains(GoIpAddress address) {
        return base.isV4() == address.isV4() && address.masked(bits).equals(base);
    }

    boolean contains(GoCidr other) {
        return bits <= other.bits && contains(other.base);
    }

    /** Returns the number of addresses. */
    BigInteger size() {
        return BigInteger.ONE.shiftLeft(128 - bits);
    }

    @Override
    public String toString() {
        return base + "/" + (base.isV4() ? bits - V4_OFFSET : bits);
    }
}
