package io.sallyport.egress.address;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that a policy's {@code allowed_ips} name: what is outside of them is not dialled, and of what is inside, public
 * and private addresses are. Immutable.
 */
public final class AddressList {
    /** Says nothing. */
    public static final AddressList NONE = new AddressList(null);

    /** Where clusters and nodes are run from; a list never leads there. */
    private static final Set<Integer> CONTROL_PORTS = Set.of(2379, 2380, 6443, 10250, 10255);

    /** What is private and not this machine's or this link's: RFC 1918, RFC 6598, RFC 4193. */
    private static final List<Cidr> PRIVATE = List.of(
            block("10.0.0.0/8"),
            block("172.16.0.0/12"),
            block("192.168.0.0/16"),
            block("100.64.0.0/10"),
            block("fc00::/7"));

    private final @Nullable List<Cidr> blocks;

    private AddressList(@Nullable List<Cidr> blocks) {
        this.blocks = blocks;
    }

    /** The list of these blocks; what is no block opens nothing. Empty texts are {@link #NONE}. */
    public static AddressList of(List<String> texts) {
        if (texts.isEmpty()) {
            return NONE;
        }
        List<Cidr> blocks = new ArrayList<>();
        for (String text : texts) {
            if (Cidr.parse(text) instanceof Cidr.Accepted(Cidr block)) {
                blocks.add(block);
            }
        }
        return new AddressList(List.copyOf(blocks));
    }

    /** Whether it says which addresses may be dialled at all. */
    public boolean isSet() {
        return blocks != null;
    }

    /** Whether it closes that port, whatever the address. */
    public boolean closes(int port) {
        return isSet() && CONTROL_PORTS.contains(port);
    }

    /** Whether it says of that address that it may be dialled. */
    public boolean contains(IpAddress address) {
        List<Cidr> named = blocks;
        return named != null && named.stream().anyMatch(block -> block.contains(address));
    }

    /** Whether a list may open that address, although its class is special. */
    static boolean isPrivate(IpAddress address) {
        return PRIVATE.stream().anyMatch(block -> block.contains(address));
    }

    private static Cidr block(String text) {
        return switch (Cidr.parse(text)) {
            case Cidr.Accepted(Cidr block) -> block;
            case Cidr.Rejected(String why) -> throw new IllegalStateException(why);
        };
    }
}
