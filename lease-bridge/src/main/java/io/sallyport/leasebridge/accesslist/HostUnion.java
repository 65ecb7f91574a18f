package io.sallyport.leasebridge.accesslist;

import io.sallyport.model.host.Cidr;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Hosts of any of several patterns, looked up by their names. Immutable once it is made. */
final class HostUnion {
    private final List<HostSet> patterns;
    private final Set<String> hosts = new HashSet<>();
    private final Set<String> below = new HashSet<>();
    private final List<Cidr> blocks = new ArrayList<>();
    private boolean hasNames;
    private boolean every;

    HostUnion(Collection<? extends HostSet> patterns) {
        this.patterns = List.copyOf(patterns);
        for (HostSet pattern : patterns) {
            switch (pattern) {
                case HostSet.One(var host) -> {
                    hosts.add(host.text());
                    hasNames |= !host.isAddress();
                }
                case HostSet.Below(String name) -> {
                    below.add(name);
                    hasNames = true;
                }
                case HostSet.Every _ -> every = true;
                case HostSet.Block(Cidr block) -> blocks.add(block);
            }
        }
    }

    List<HostSet> patterns() {
        return patterns;
    }

    /** Returns whether one of them is a name, or names below one. */
    boolean hasNames() {
        return hasNames;
    }

    boolean isEvery() {
        return every;
    }

    /** Returns the names and addresses of its patterns. */
    Set<String> keys() {
        var keys = new HashSet<>(hosts);
        keys.addAll(below);
        return keys;
    }

    /** Returns whether it is told by {@link #keys} alone. */
    boolean isOfKeys() {
        return !every && blocks.isEmpty();
    }

    Truth holds(HostCell cell) {
        if (every
                || (!cell.below() && hosts.contains(cell.name()))
                || cell.above().anyMatch(below::contains)) {
            return Truth.YES;
        }
        Truth truth = Truth.NO;
        for (Cidr block : blocks) {
            truth = truth.or(holds(block, cell));
        }
        return truth;
    }

    private static Truth holds(Cidr block, HostCell cell) {
        if (cell.address() != null) {
            return Truth.of(block.contains(cell.address()));
        }
        return HostSet.isSpecial(block) ? Truth.NO : Truth.UNKNOWN;
    }
}
