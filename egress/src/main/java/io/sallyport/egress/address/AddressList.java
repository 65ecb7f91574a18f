package io.sallyport.egress.address;

import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of a policy's {@code allowed_ips}. Addresses outside them are not dialled; public and private addresses
 * inside them are. Immutable.
 */
public final class AddressList {
    /** No restriction. */
    public static final AddressList NONE = new AddressList(null);

    /** Ports that clusters and nodes are controlled on; a list never opens them. */
    private static final Set<Integer> CONTROL_PORTS = Set.of(2379, 2380, 6443, 10250, 10255);

    /** Blocks that are private but do not belong to this machine or link: RFC 1918, RFC 6598, RFC 4193. */
    private static final List<Cidr> PRIVATE = List.of(
            Cidr.of("10.0.0.0/8"),
            Cidr.of("172.16.0.0/12"),
            Cidr.of("192.168.0.0/16"),
            Cidr.of("100.64.0.0/10"),
            Cidr.of("fc00::/7"));

    private final @Nullable List<Cidr> blocks;

    private AddressList(@Nullable List<Cidr> blocks) {
        this.blocks = blocks;
    }

    /** Returns the list of these blocks. A text that is not a block opens nothing. No texts give {@link #NONE}. */
    public static AddressList of(List<String> texts) {
        return texts.isEmpty() ? NONE : new AddressList(Cidr.among(texts));
    }

    /** Returns whether the list restricts the addresses at all. */
    public boolean isSet() {
        return blocks != null;
    }

    /** Returns whether the list closes that port, whatever the address. */
    public boolean closes(int port) {
        return isSet() && CONTROL_PORTS.contains(port);
    }

    /** Returns whether the list contains that address. */
    public boolean contains(IpAddress address) {
        List<Cidr> named = blocks;
        return named != null && named.stream().anyMatch(block -> block.contains(address));
    }

    /** Returns whether a list may open that address although its class is special. */
    static boolean isPrivate(IpAddress address) {
        return PRIVATE.stream().anyMatch(block -> block.contains(address));
    }
}
