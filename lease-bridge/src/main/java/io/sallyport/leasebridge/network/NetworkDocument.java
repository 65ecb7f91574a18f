package io.sallyport.leasebridge.network;

import java.util.Set;
import java.util.TreeSet;

/** A document that grants requests over the network; several of one sandbox add up. */
public sealed interface NetworkDocument {
    /** The name for diagnostics, as {@code policy}. */
    String file();

    /** YAML. */
    String text();

    /** A network policy. */
    record Policy(String file, String text) implements NetworkDocument {}

    /**
     * A profile.
     *
     * @param name by which it was attached, and which it has to give itself
     * @param servers names of the API servers that it was attached to: then it speaks of them alone
     */
    record Profile(String file, String text, String name, Set<String> servers) implements NetworkDocument {
        public Profile {
            servers = Set.copyOf(servers);
        }

        /** The same, attached to these as well. */
        public Profile attachedTo(Set<String> more) {
            Set<String> all = new TreeSet<>(servers);
            all.addAll(more);
            return new Profile(file, text, name, all);
        }
    }
}
