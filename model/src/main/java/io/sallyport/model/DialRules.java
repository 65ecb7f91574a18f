package io.sallyport.model;

import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Port;
import java.util.List;
import java.util.Set;

/**
 * The refusals that a dialer makes by name, address or port alone, before any network access. Safe for concurrent use;
 * never blocks.
 */
public interface DialRules {
    /** Refuses nothing, for callers without a dialer. */
    DialRules NONE = new DialRules() {
        @Override
        public DialVerdict judge(CanonicalHost host, int port, List<String> addresses) {
            return DialVerdict.PASS;
        }

        @Override
        public Set<CanonicalAuthority> named() {
            return Set.of();
        }
    };

    /**
     * Judges a host and port. The gateway's own names are never refused here: they are answered or renamed before
     * dialling.
     *
     * @param addresses the blocks that the policy names, as in {@link Grant.Net}
     */
    DialVerdict judge(CanonicalHost host, int port, List<String> addresses);

    /**
     * Returns the names to which the operator assigned an address, each with its port, or {@link Port#NONE} for all
     * ports.
     */
    Set<CanonicalAuthority> named();
}
