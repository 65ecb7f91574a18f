package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An IPv4 or IPv6 address as a number. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) becomes the IPv4 address,
 * as it does in this JVM's sockets. Immutable.
 *
 * @param bits 32 or 128
 * @param high the upper half of an IPv6 address; 0 for IPv4
 * @param low the lower half of an IPv6 address, or the whole IPv4 address
 */
public record IpAddress(int bits, long high, long low) {
    /** The number of bits of an IPv4 address. */
    public static final int V4 = 32;

    /** The number of bits of an IPv6 address. */
    public static final int V6 = 128;

    private static final long MAPPED = 0xffffL << 32;
    private static final long LOW_32 = 0xffff_ffffL;

    public IpAddress {
        if (bits != V4 && bits != V6) {
            throw new IllegalArgumentException("bits: " + bits + " (expected: 32 or 128)");
        }
        if (bits == V4 && (high != 0 || (low & ~LOW_32) != 0)) {
            throw new IllegalArgumentException("more than 32 bits in an IPv4 address");
        }
    }

    /**
     * Returns the address with this binary form.
     *
     * @param bytes 4 or 16 bytes in network order
     */
    public static IpAddress of(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return switch (bytes.length) {
            case 4 -> v4(buffer.getInt());
            case 16 -> v6(buffer.getLong(), buffer.getLong());
            default -> throw new IllegalArgumentException("bytes: " + bytes.length + " (expected: 4 or 16)");
        };
    }

    /**
     * Parses an address literal: four decimal numbers without leading zeros, or the form of RFC 4291 section 2.2
     * without brackets. No short form, no zone identifier, no lookup. Never throws, never guesses.
     */
    public static Parsed<IpAddress> parse(String text) {
        if (text.indexOf(':') >= 0) {
            Ipv6Reader reader = new Ipv6Reader(text, 0, text.length());
            byte @Nullable [] bytes = reader.read();
            return bytes == null ? new Rejected<>(reader.why(), reader.at()) : new Accepted<>(of(bytes));
        }
        byte @Nullable [] bytes = Ipv4.parse(text);
        return bytes == null
                ? new Rejected<>("an IPv4 address is four decimal numbers without leading zeros")
                : new Accepted<>(of(bytes));
    }

    public static IpAddress of(InetAddress address) {
        return of(address.getAddress());
    }

    /** Returns the IPv4 address with the lower 32 bits of {@code value}. */
    public static IpAddress v4(long value) {
        return new IpAddress(V4, 0, value & LOW_32);
    }

    private static IpAddress v6(long high, long low) {
        return high == 0 && (low & ~LOW_32) == MAPPED ? v4(low) : new IpAddress(V6, high, low);
    }

    /** Returns {@code length} bits (at most 64), starting at bit {@code from}; bit 0 is the most significant. */
    public long slice(int from, int length) {
        long shifted = from >= 64 ? low << (from - 64) : high << from | (from == 0 ? 0 : low >>> (64 - from));
        return length == 0 ? 0 : shifted >>> (64 - length);
    }

    /** Returns whether the first {@code length} bits equal those of {@code other}; false if the families differ. */
    boolean sharesPrefix(IpAddress other, int length) {
        if (bits != other.bits) {
            return false;
        }
        if (bits == V4) {
            return length == 0 || (low ^ other.low) >>> (V4 - length) == 0;
        }
        return zeroPrefix(high ^ other.high, length) && zeroPrefix(low ^ other.low, length - 64);
    }

    /** Returns whether all bits after the first {@code length} are zero. */
    boolean isZeroAfter(int length) {
        if (bits == V4) {
            return length == V4 || (low << length & LOW_32) == 0;
        }
        return zeroAfter(high, length) && zeroAfter(low, length - 64);
    }

    private static boolean zeroPrefix(long half, int length) {
        return length <= 0 || half >>> Math.max(0, 64 - length) == 0;
    }

    private static boolean zeroAfter(long half, int length) {
        return length >= 64 || half << Math.max(0, length) == 0;
    }

    public byte[] toBytes() {
        ByteBuffer buffer = ByteBuffer.allocate(bits / 8);
        return bits == V4
                ? buffer.putInt((int) low).array()
                : buffer.putLong(high).putLong(low).array();
    }

    /** Returns the address for use with sockets; performs no lookup. */
    public InetAddress toInetAddress() {
        try {
            return InetAddress.getByAddress(toBytes());
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }

    /** Returns dotted decimal for IPv4, and the form of RFC 5952 for IPv6. */
    @Override
    public String toString() {
        return bits == V4
                ? "%d.%d.%d.%d".formatted(low >>> 24, low >>> 16 & 0xff, low >>> 8 & 0xff, low & 0xff)
                : Ipv6Reader.write(toBytes());
    }
}
