package io.sallyport.leasebridge.network;

import io.sallyport.model.host.CanonicalHost;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code allowed_ips}: a block of addresses whose host bits are zero (RFC 4632, RFC 4291 section 2.3). The
 * dialer checks addresses again; this check tells the author early which blocks can never be dialled.
 *
 * @param text canonical, such as {@code 10.0.0.0/8}
 * @param first the first address, 4 or 16 bytes
 */
record AddressBlock(String text, List<Byte> first, int prefix) {
    private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    /** Never permitted by any list: loopback, link-local and unspecified addresses. */
    private static final List<AddressBlock> NEVER = List.of(
            of("127.0.0.0/8"), of("169.254.0.0/16"), of("0.0.0.0/8"), of("::/128"), of("::1/128"), of("fe80::/10"));

    /** A block, or the reason why there is none. */
    sealed interface Parsed {}

    record Accepted(AddressBlock block) implements Parsed {}

    record Rejected(String why) implements Parsed {}

    /** Reads {@code ADDRESS/LENGTH}, or {@code ADDRESS} for a single address. */
    static Parsed parse(String text) {
        return switch (read(text)) {
            case Accepted(var block)
            when NEVER.stream().anyMatch(block::overlaps) ->
                new Rejected("loopback, link-local and unspecified addresses are never dialled");
            case Accepted accepted -> accepted;
            case Rejected rejected -> rejected;
        };
    }

    private static AddressBlock of(String text) {
        return switch (read(text)) {
            case Accepted(var block) -> block;
            case Rejected(String why) -> throw new IllegalStateException(text + ": " + why);
        };
    }

    private static Parsed read(String text) {
        int slash = text.indexOf('/');
        String written = slash < 0 ? text : text.substring(0, slash);
        CanonicalHost host = address(written);
        byte[] bytes = host == null ? null : host.address();
        if (host == null || bytes == null) {
            return new Rejected("not an address or ADDRESS/LENGTH");
        }
        if (written.indexOf(':') >= 0 && isMapped(bytes)) {
            return new Rejected("an IPv4-mapped block: write it as IPv4");
        }
        int bits = bytes.length * 8;
        String length = slash < 0 ? Integer.toString(bits) : text.substring(slash + 1);
        int prefix = LENGTH.matcher(length).matches() ? Integer.parseInt(length) : -1;
        if (prefix < 0 || prefix > bits) {
            return new Rejected("the length of a prefix is 0 to " + bits);
        }
        for (int bit = prefix; bit < bits; bit++) {
            if (isSet(bytes[bit / 8], bit)) {
                return new Rejected("host bits are set");
            }
        }
        return new Accepted(new AddressBlock(host.text() + "/" + prefix, listed(bytes), prefix));
    }

    private static @Nullable CanonicalHost address(String written) {
        String wire = written.indexOf(':') >= 0 ? "[" + written + "]" : written;
        return CanonicalHost.parse(wire) instanceof CanonicalHost.Accepted(var host) && host.isAddress() ? host : null;
    }

    private static boolean isMapped(byte[] bytes) {
        return bytes.length == 4
                || (Arrays.equals(bytes, 0, 10, new byte[10], 0, 10) && bytes[10] == -1 && bytes[11] == -1);
    }

    private static List<Byte> listed(byte[] bytes) {
        Byte[] boxed = new Byte[bytes.length];
        Arrays.setAll(boxed, i -> bytes[i]);
        return List.of(boxed);
    }

    private static boolean isSet(byte part, int bit) {
        return (part >> (7 - bit % 8) & 1) != 0;
    }

    private boolean overlaps(AddressBlock other) {
        boolean same = first.size() == other.first.size();
        for (int bit = 0; same && bit < Math.min(prefix, other.prefix); bit++) {
            same = isSet(first.get(bit / 8), bit) == isSet(other.first.get(bit / 8), bit);
        }
        return same;
    }
}
