package io.sallyport.egress.dns;

import io.sallyport.model.host.IpAddress;
import java.util.List;

/** How the resolution of a name ended. */
public sealed interface Resolution {
    /** At least one address; none has been checked yet. IPv4 and IPv6 alternate, each in the server's order. */
    record Addresses(List<IpAddress> addresses) implements Resolution {
        public Addresses {
            addresses = List.copyOf(addresses);
        }
    }

    /**
     * No addresses.
     *
     * @param detail for the audit and operators
     */
    record Failed(String detail) implements Resolution {}

    /** Too many resolutions in flight, for this sandbox or in total. */
    record Busy() implements Resolution {}
}
