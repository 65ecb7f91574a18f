package io.sallyport.fetch;

import io.sallyport.decision.ledger.Supply;
import io.sallyport.model.host.CanonicalHost;

/** What the fetches of a run cost. Safe for concurrent use. */
public interface FetchBudget {
    /** Where nobody counts. */
    FetchBudget NONE = new FetchBudget() {
        @Override
        public Supply takeRequest(CanonicalHost host) {
            return Supply.HELD;
        }

        @Override
        public void spendBytes(CanonicalHost host, long bytes) {
            // nobody counts
        }
    };

    /**
     * Charges one request of {@code host} that is about to be served or to go outside. May wait for what other gateways
     * share, for a bounded time.
     */
    Supply takeRequest(CanonicalHost host);

    /** Charges bytes of {@code host} that the run gets, or that were got for it. Returns at once. */
    void spendBytes(CanonicalHost host, long bytes);
}
