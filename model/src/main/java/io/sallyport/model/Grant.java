package io.sallyport.model;

import io.sallyport.model.condition.Conditions;
import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One thing that a document permits. Grants only add permissions; the compiler combines those of several documents. */
public sealed interface Grant {
    /** Returns the kind of document that it came from. */
    Source source();

    /**
     * Returns the stable name of the line, such as {@code lease:net.fetch[0]} or
     * {@code harness:allowed_remote_resources[2]}.
     */
    String rule();

    /** The kind of document; a lease is a ceiling, policy documents add up (design, section 2). */
    enum Source {
        LEASE("lease"),
        HARNESS("harness"),
        POLICY("policy");

        private final String word;

        Source(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    /**
     * A grant of requests over the network.
     *
     * @param kinds the questions that it answers: {@code CONNECT} and {@code HTTP} for a lease, {@code FETCH} for a
     *     harness entry
     * @param ports empty for any port
     * @param methods upper-case tokens as in the request; empty for any method
     * @param query exact parameters as a multiset, decoded; null for any query
     * @param text the pattern as written, shown in {@code allowed}
     * @param addresses blocks such as {@code 10.0.0.0/8}: this grant dials only addresses inside them, private ones
     *     included; empty for public addresses only
     * @param conditions what it asks besides
     */
    record Net(
            Source source,
            String rule,
            Set<RequestKind> kinds,
            Set<Scheme> schemes,
            HostPattern host,
            Set<Integer> ports,
            Set<String> methods,
            PathPattern path,
            @Nullable Map<String, List<String>> query,
            Mode mode,
            String text,
            List<String> addresses,
            Conditions conditions)
            implements Grant {
        public Net {
            kinds = Set.copyOf(kinds);
            schemes = Set.copyOf(schemes);
            ports = Set.copyOf(ports);
            methods = Set.copyOf(methods);
            query = query == null ? null : Map.copyOf(query);
            addresses = List.copyOf(addresses);
        }

        /** A grant that does not restrict addresses to blocks, and asks nothing besides. */
        public Net(
                Source source,
                String rule,
                Set<RequestKind> kinds,
                Set<Scheme> schemes,
                HostPattern host,
                Set<Integer> ports,
                Set<String> methods,
                PathPattern path,
                @Nullable Map<String, List<String>> query,
                Mode mode,
                String text) {
            this(
                    source,
                    rule,
                    kinds,
                    schemes,
                    host,
                    ports,
                    methods,
                    path,
                    query,
                    mode,
                    text,
                    List.of(),
                    Conditions.NONE);
        }

        /** Returns a copy with the name of another rule. */
        public Net named(String other) {
            return copy(other, host, ports);
        }

        /** Returns a copy for another host pattern. */
        public Net of(HostPattern other) {
            return copy(rule, other, ports);
        }

        /** Returns a copy for other ports. */
        public Net on(Set<Integer> other) {
            return copy(rule, host, other);
        }

        private Net copy(String name, HostPattern hosts, Set<Integer> numbers) {
            return new Net(
                    source,
                    name,
                    kinds,
                    schemes,
                    hosts,
                    numbers,
                    methods,
                    path,
                    query,
                    mode,
                    text,
                    addresses,
                    conditions);
        }

        /** Returns whether the whole host is granted, so that a tunnel need not be intercepted for this grant. */
        public boolean coversWholeHost() {
            return leavesTunnelsClosed() && conditions.equals(Conditions.NONE);
        }

        /** Returns whether all is granted of the hosts that it covers, as {@link #coversWholeHost}, if not of all. */
        public boolean leavesTunnelsClosed() {
            return methods.isEmpty()
                    && path.coversAll()
                    && query == null
                    && conditions.anywhere().equals(Conditions.NONE);
        }
    }

    /**
     * A grant of a capability over names (tool, agent, model, vendor) or files.
     *
     * @param capability such as {@code tool.call}
     * @param targets the canonical targets that it covers
     * @param text the pattern as written, shown in {@code allowed}
     */
    record Named(Source source, String rule, String capability, NamePattern targets, String text) implements Grant {}
}
