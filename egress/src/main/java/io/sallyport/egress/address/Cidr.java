package io.sallyport.egress.address;

import io.sallyport.model.host.CanonicalHost;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A block of addresses (RFC 4632, RFC 4291 section 2.3) whose host bits are zero. Immutable. */
public record Cidr(IpAddress first, int prefix) {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    public Cidr {
        if (prefix < 0 || prefix > first.bits()) {
            throw new IllegalArgumentException("prefix: " + prefix + " (expected: 0.." + first.bits() + ")");
        }
        if (!first.isZeroAfter(prefix)) {
            throw new IllegalArgumentException("host bits are set in " + first + "/" + prefix);
        }
    }

    /** Parses {@code ADDRESS/LENGTH}, or {@code ADDRESS} for a block of one address. Never throws, never repairs. */
    public static Parsed parse(String text) {
        int slash = text.indexOf('/');
        String host = slash < 0 ? text : text.substring(0, slash);
        IpAddress first = address(host);
        if (first == null) {
            return new Rejected("not an address: " + host);
        }
        if (first.bits() == IpAddress.V4 && host.indexOf(':') >= 0) {
            return new Rejected("an IPv4-mapped block: write " + first + " with a length of at most 32");
        }
        String length = slash < 0 ? Integer.toString(first.bits()) : text.substring(slash + 1);
        int prefix = LENGTH.matcher(length).matches() ? Integer.parseInt(length) : -1;
        if (prefix < 0 || prefix > first.bits()) {
            return new Rejected("not a prefix length (0.." + first.bits() + "): " + length);
        }
        if (!first.isZeroAfter(prefix)) {
            return new Rejected("host bits are set: " + text);
        }
        return new Accepted(new Cidr(first, prefix));
    }

    /** A block, or the reason why the text is not one. */
    public sealed interface Parsed {}

    public record Accepted(Cidr block) implements Parsed {}

    public record Rejected(String why) implements Parsed {}

    public boolean contains(IpAddress address) {
        return address.sharesPrefix(first, prefix);
    }

    /** Returns whether every address of {@code other} is in this block. */
    public boolean contains(Cidr other) {
        return other.prefix >= prefix && contains(other.first);
    }

    private static @Nullable IpAddress address(String host) {
        String wire = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        if (CanonicalHost.parse(wire) instanceof CanonicalHost.Accepted(CanonicalHost canonical)) {
            byte[] bytes = canonical.address();
            return bytes == null ? null : IpAddress.of(bytes);
        }
        return null;
    }

    @Override
    public String toString() {
        return first + "/" + prefix;
    }
}
