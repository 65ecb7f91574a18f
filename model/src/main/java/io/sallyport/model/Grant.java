package io.sallyport.model;

import io.sallyport.model.host.HostPattern;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One thing that a document permits. Grants only ever add; what a set of documents permits together is the compiler's affair. */
public sealed interface Grant {
    /** Which document it came from. */
    Source source();

    /** Stable name of the line, as {@code lease:net.fetch[0]} or {@code harness:allowed_remote_resources[2]}. */
    String rule();

    /** Which kind of document granted it; a lease is a ceiling, policy documents add up (design, section 2). */
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
     * Requests over the network.
     *
     * @param kinds the questions it answers: {@code CONNECT} and {@code HTTP} for a lease, {@code FETCH} for a harness entry
     * @param ports empty: any port
     * @param methods upper-case tokens as in the request; empty: any method
     * @param query exact parameters as a multiset, decoded; null: any query
     * @param text the pattern as written, shown in {@code allowed}
     * @param addresses blocks as {@code 10.0.0.0/8}, outside of which nothing is dialled for this grant, and inside of which
     *     private addresses are; empty: public addresses alone
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
            List<String> addresses)
            implements Grant {
        public Net {
            kinds = Set.copyOf(kinds);
            schemes = Set.copyOf(schemes);
            ports = Set.copyOf(ports);
            methods = Set.copyOf(methods);
            query = query == null ? null : Map.copyOf(query);
            addresses = List.copyOf(addresses);
        }

        /** A grant that says nothing of addresses. */
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
            this(source, rule, kinds, schemes, host, ports, methods, path, query, mode, text, List.of());
        }

        /** The same of other hosts. */
        public Net of(HostPattern other) {
            return new Net(source, rule, kinds, schemes, other, ports, methods, path, query, mode, text, addresses);
        }

        /** The same of other ports. */
        public Net on(Set<Integer> other) {
            return new Net(source, rule, kinds, schemes, host, other, methods, path, query, mode, text, addresses);
        }

        /** Whether the whole host is granted, so that a tunnel need not be opened for this grant. */
        public boolean coversWholeHost() {
            return methods.isEmpty() && path.coversAll() && query == null;
        }
    }

    /**
     * A capability over names (tool, agent, model, vendor) or files.
     *
     * @param capability as {@code tool.call}
     * @param targets which canonical targets it covers
     * @param text the pattern as written, shown in {@code allowed}
     */
    record Named(Source source, String rule, String capability, NamePattern targets, String text) implements Grant {}
}
