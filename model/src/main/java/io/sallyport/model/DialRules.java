package io.sallyport.model;

import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Port;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a dialer refuses by the name, the address or the port alone, before it asks anything of the network. Safe for concurrent
 * use; never blocks.
 */
public interface DialRules {
    /** Of whoever dials nothing, and so refuses nothing. */
    DialRules NONE = new DialRules() {
        @Override
        public @Nullable DialRefusal refuses(CanonicalHost host, int port, List<String> addresses) {
            return null;
        }

        @Override
        public Set<CanonicalAuthority> named() {
            return Set.of();
        }
    };

    /**
     * Why that is never dialled, or null where a dial would go on; what a name resolves to may be refused then. Names of
     * the gateway's own are never refused here: they are answered or renamed before anything is dialled.
     *
     * @param addresses the blocks that the policy names, as in {@link Grant.Net}
     */
    @Nullable
    DialRefusal refuses(CanonicalHost host, int port, List<String> addresses);

    /** The names that the operator gave an address, each with its port, or {@link Port#NONE} for all of them. */
    Set<CanonicalAuthority> named();
}
