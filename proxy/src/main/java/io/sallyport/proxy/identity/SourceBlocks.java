package io.sallyport.proxy.identity;

import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that are one sandbox's alone, where the network lets nobody else send from them. Never loopback, which
 * all programs of a machine share. Immutable.
 */
public final class SourceBlocks {
    /** No address says anything. */
    public static final SourceBlocks NONE = new SourceBlocks(Map.of());

    private static final List<Cidr> LOOPBACK = List.of(Cidr.of("127.0.0.0/8"), Cidr.of("::1"));

    private static final Comparator<IpAddress> ORDER = Comparator.comparingInt(IpAddress::bits)
            .thenComparing(IpAddress::high, Long::compareUnsigned)
            .thenComparing(IpAddress::low, Long::compareUnsigned);

    private record Owned(Cidr block, SandboxId owner) {}

    private final NavigableMap<IpAddress, Owned> byFirst = new TreeMap<>(ORDER);

    /** @throws IllegalArgumentException if {@link #fault} has something to say */
    public SourceBlocks(Map<SandboxId, Cidr> blocks) {
        String why = fault(blocks);
        if (why != null) {
            throw new IllegalArgumentException(why);
        }
        blocks.forEach((owner, block) -> byFirst.put(block.first(), new Owned(block, owner)));
    }

    /** Returns why no address of these blocks could say whose it is, or null. */
    public static @Nullable String fault(Map<SandboxId, Cidr> blocks) {
        var sorted = new TreeMap<IpAddress, Owned>(ORDER);
        for (var one : blocks.entrySet()) {
            if (LOOPBACK.stream().anyMatch(one.getValue()::overlaps)) {
                return one.getKey() + ": " + one.getValue() + " has loopback addresses, which are no sandbox's alone";
            }
            Owned same = sorted.put(one.getValue().first(), new Owned(one.getValue(), one.getKey()));
            if (same != null) {
                return shared(same, one.getKey());
            }
        }
        Owned last = null;
        for (Owned next : sorted.values()) {
            if (last != null && last.block().overlaps(next.block())) {
                return shared(last, next.owner());
            }
            last = next;
        }
        return null;
    }

    private static String shared(Owned one, SandboxId other) {
        return one.owner() + " and " + other + " share addresses of " + one.block();
    }

    boolean isEmpty() {
        return byFirst.isEmpty();
    }

    /** Returns the sandbox whose address {@code source} is, or null. */
    @Nullable
    SandboxId ownerOf(IpAddress source) {
        Map.Entry<IpAddress, Owned> nearest = byFirst.floorEntry(source);
        return nearest != null && nearest.getValue().block().contains(source)
                ? nearest.getValue().owner()
                : null;
    }
}
