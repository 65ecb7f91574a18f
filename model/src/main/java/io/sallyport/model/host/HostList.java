package io.sallyport.model.host;

import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hosts as an operator lists them: {@code name} or an address for that host, {@code *.name} for every name below it,
 * excluding the name itself. Immutable.
 */
public final class HostList {
    /** No host. */
    public static final HostList NONE = new HostList(Set.of(), Set.of());

    private static final String BELOW = "*.";

    private final Set<String> exact;
    private final Set<String> below;

    private HostList(Set<String> exact, Set<String> below) {
        this.exact = Set.copyOf(exact);
        this.below = Set.copyOf(below);
    }

    /** Parses the entries; reports all invalid ones. */
    public static Reading parse(List<String> entries) {
        Set<String> exact = new HashSet<>();
        Set<String> below = new HashSet<>();
        List<Problem> problems = new ArrayList<>();
        for (String entry : entries) {
            boolean wild = entry.startsWith(BELOW);
            switch (CanonicalHost.parseDocument(wild ? entry.substring(BELOW.length()) : entry)) {
                case Parsed.Rejected(String why, int _) -> problems.add(new Problem(entry, why));
                case Parsed.Accepted(CanonicalHost host) -> {
                    if (wild && host.isAddress()) {
                        problems.add(new Problem(entry, "nothing lies below an address"));
                    } else {
                        (wild ? below : exact).add(host.text());
                    }
                }
            }
        }
        return problems.isEmpty() ? new Accepted(new HostList(exact, below)) : new Rejected(problems);
    }

    /** The list, or all errors in it. */
    public sealed interface Reading {}

    public record Accepted(HostList hosts) implements Reading {}

    public record Rejected(List<Problem> problems) implements Reading {
        public Rejected {
            problems = List.copyOf(problems);
        }
    }

    /** An invalid entry; {@code why} is for the operator. */
    public record Problem(String entry, String why) {}

    public boolean contains(CanonicalHost host) {
        if (exact.contains(host.text())) {
            return true;
        }
        List<String> suffixes = host.suffixes();
        for (int i = 1; i < suffixes.size(); i++) {
            if (below.contains(suffixes.get(i))) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostList that && exact.equals(that.exact) && below.equals(that.below);
    }

    @Override
    public int hashCode() {
        return 31 * exact.hashCode() + below.hashCode();
    }
}
