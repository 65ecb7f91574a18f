package io.sallyport.egress.address;

import io.sallyport.model.host.IpAddress;
import java.net.InetAddress;

/** Says what the setting {@code egress.allow_addresses} can open. */
public final class AddressExceptions {
    private AddressExceptions() {}

    /**
     * Returns whether a refused address would be dialled if its block were listed. False for addresses that no waiver
     * opens.
     */
    public static boolean help(InetAddress address) {
        IpAddress asked = IpAddress.of(address);
        return AddressClass.of(asked).reach() == AddressReach.SPECIAL
                && EmbeddedIpv4.in(asked).stream()
                        .noneMatch(inner -> AddressClass.of(inner).isNeverDialled());
    }
}
