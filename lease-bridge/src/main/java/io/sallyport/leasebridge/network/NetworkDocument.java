package io.sallyport.leasebridge.network;

import java.util.Set;
import java.util.TreeSet;

/** A document that grants requests over the network; the grants of several documents of one sandbox add up. */
public sealed interface NetworkDocument {
    /** Returns the file name for diagnostics, such as {@code policy}. */
    String file();

    /** Returns the YAML text. */
    String text();

    /** A network policy. */
    record Policy(String file, String text) implements NetworkDocument {}

    /**
     * A profile.
     *
     * @param name the name by which it was attached, which must be its own
     * @param servers names of the API servers that it is attached to, in which case it may name no other host
     */
    record Profile(String file, String text, String name, Set<String> servers) implements NetworkDocument {
        public Profile {
            servers = Set.copyOf(servers);
        }

        /** Returns a copy that is also attached to {@code more}. */
        public Profile attachedTo(Set<String> more) {
            Set<String> all = new TreeSet<>(servers);
            all.addAll(more);
            return new Profile(file, text, name, all);
        }
    }
}
