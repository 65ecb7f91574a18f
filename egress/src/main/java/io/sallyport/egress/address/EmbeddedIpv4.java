package io.sallyport.egress.address;

import io.sallyport.model.host.IpAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the IPv4 addresses that an IPv6 address carries, for every transition mechanism that a router or host may
 * apply. A packet to the IPv6 address may arrive at the IPv4 address, so both are judged.
 */
final class EmbeddedIpv4 {
    private static final long NAT64 = 0x0064_ff9bL; // RFC 6052 section 2.1: 64:ff9b::/96
    private static final long NAT64_LOCAL = 0x0064_ff9b_0001L; // RFC 8215: 64:ff9b:1::/48
    private static final long SIX_TO_FOUR = 0x2002L; // RFC 3056 section 2
    private static final long TEREDO = 0x2001_0000L; // RFC 4380 section 4
    private static final long TRANSLATED = 0xffff_0000L; // RFC 2765 section 2.1: ::ffff:0:a.b.c.d
    private static final long ISATAP = 0x0000_5efeL; // RFC 5214 section 6.1
    private static final long ISATAP_MASK = 0xfcff_ffffL; // ignores the u and g bits

    private EmbeddedIpv4() {}

    /**
     * Returns the embedded addresses; empty for an IPv4 address. A mapped address is already IPv4, see {@link
     * IpAddress}.
     */
    static List<IpAddress> in(IpAddress address) {
        if (address.bits() == IpAddress.V4) {
            return List.of();
        }
        List<IpAddress> found = new ArrayList<>(4);
        wellKnown(address, found);
        if (address.slice(0, 48) == NAT64_LOCAL) {
            localPrefix(address, found);
        }
        if (address.slice(0, 16) == SIX_TO_FOUR) {
            found.add(IpAddress.v4(address.slice(16, 32)));
        }
        if (address.slice(0, 32) == TEREDO) {
            found.add(IpAddress.v4(address.slice(32, 32)));
            found.add(IpAddress.v4(~address.slice(96, 32)));
        }
        if ((address.slice(64, 32) & ISATAP_MASK) == ISATAP) {
            found.add(IpAddress.v4(address.slice(96, 32)));
        }
        return found;
    }

    /** Adds the address of the forms that put it last, after a prefix of 96 bits. */
    private static void wellKnown(IpAddress address, List<IpAddress> found) {
        long middle = address.slice(64, 32);
        boolean compatible = address.high() == 0 && middle == 0 && address.low() > 1; // RFC 4291 section 2.5.5.1
        boolean translated = address.high() == 0 && middle == TRANSLATED;
        boolean nat64 = address.slice(0, 32) == NAT64 && address.slice(32, 64) == 0;
        if (compatible || translated || nat64) {
            found.add(IpAddress.v4(address.slice(96, 32)));
        }
    }

    /**
     * Adds the readings of the local prefix. The operator of the translator chooses the length (RFC 6052 section 2.2
     * permits 48, 56, 64 and 96), so every reading counts. The shorter ones are skipped if they read 0.0.0.0/8, to
     * which no translator forwards: the zeroes of a /96 look like that to them.
     */
    private static void localPrefix(IpAddress address, List<IpAddress> found) {
        addUnlessZeroNet(address.slice(48, 16) << 16 | address.slice(72, 16), found);
        addUnlessZeroNet(address.slice(56, 8) << 24 | address.slice(72, 24), found);
        addUnlessZeroNet(address.slice(72, 32), found);
        found.add(IpAddress.v4(address.slice(96, 32)));
    }

    private static void addUnlessZeroNet(long value, List<IpAddress> found) {
        if (value >>> 24 != 0) {
            found.add(IpAddress.v4(value));
        }
    }
}
