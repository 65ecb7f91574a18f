package io.sallyport.egress.address;

import java.net.InetAddress;

/** What the setting {@code egress.allow_addresses} can open. */
public final class AddressExceptions {
    private AddressExceptions() {}

    /** Whether an address that is refused would be dialled if its block were listed: never one that nobody may dial. */
    public static boolean help(InetAddress address) {
        IpAddress asked = IpAddress.of(address);
        return AddressClass.of(asked).reach() == AddressReach.SPECIAL
                && EmbeddedIpv4.in(asked).stream()
                        .noneMatch(inner -> AddressClass.of(inner).isNeverDialled());
    }
}
