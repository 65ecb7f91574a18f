package io.sallyport.fetch;

import io.sallyport.model.host.CanonicalHost;

/** What the fetches of a run cost. Safe for concurrent use; returns at once. */
public interface FetchBudget {
    /** Where nobody counts. */
    FetchBudget NONE = new FetchBudget() {
        @Override
        public boolean takeRequest(CanonicalHost host) {
            return true;
        }

        @Override
        public void spendBytes(CanonicalHost host, long bytes) {
            // nobody counts
        }
    };

    /** Charges one request of {@code host} that is about to be served or to go outside; false where none is left. */
    boolean takeRequest(CanonicalHost host);

    /** Charges bytes of {@code host} that the run gets, or that were got for it. */
    void spendBytes(CanonicalHost host, long bytes);
}
