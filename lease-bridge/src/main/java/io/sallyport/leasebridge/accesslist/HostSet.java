package io.sallyport.leasebridge.accesslist;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.stream.Stream;

/** Hosts that a pattern of an access list means, whatever its product writes for them. All text is canonical. */
sealed interface HostSet {
    /** One host: a name, or an address. */
    record One(CanonicalHost host) implements HostSet {}

    /** All names below one, at any depth, and not that name. */
    record Below(String name) implements HostSet {}

    /** Every host. */
    record Every() implements HostSet {}

    /** Hosts that are addresses in a block, or names that lead there. */
    record Block(Cidr addresses) implements HostSet {}

    /** Addresses that the gateway dials for no name, unless the operator opens them (RFC 1918, 6598, 3927, 4193). */
    List<Cidr> SPECIAL = Stream.of(
                    "10.0.0.0/8",
                    "172.16.0.0/12",
                    "192.168.0.0/16",
                    "100.64.0.0/10",
                    "169.254.0.0/16",
                    "127.0.0.0/8",
                    "0.0.0.0/8",
                    "::/128",
                    "::1/128",
                    "fe80::/10",
                    "fc00::/7")
            .map(Cidr::of)
            .toList();

    /**
     * Reads one host. A trailing dot and letters beyond ASCII have a meaning of their own in each product, mostly that
     * nothing matches, so that they are refused.
     */
    static Parsed<CanonicalHost> host(String written) {
        if (written.endsWith(".")) {
            return new Parsed.Rejected<>("a host without a trailing dot is wanted");
        }
        if (written.chars().anyMatch(c -> c >= 0x80)) {
            return new Parsed.Rejected<>("a name in ASCII is wanted (xn--...)");
        }
        return CanonicalHost.parseDocument(written);
    }

    static Parsed<HostSet> one(String written) {
        return host(written).map(One::new);
    }

    static Parsed<HostSet> below(String written) {
        return switch (host(written)) {
            case Parsed.Rejected(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted(CanonicalHost host)
            when host.isAddress() -> new Parsed.Rejected<>("no name is below an address");
            case Parsed.Accepted(CanonicalHost host) -> new Parsed.Accepted<>(new Below(host.text()));
        };
    }

    /** Returns whether the gateway by itself dials no name at any of the addresses. */
    static boolean isSpecial(Cidr block) {
        return SPECIAL.stream().anyMatch(special -> special.contains(block));
    }
}
