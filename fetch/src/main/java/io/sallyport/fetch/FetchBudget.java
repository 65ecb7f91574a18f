package io.sallyport.fetch;

/** What the fetches of a run cost. Safe for concurrent use; returns at once. */
public interface FetchBudget {
    /** Where nobody counts. */
    FetchBudget NONE = new FetchBudget() {
        @Override
        public boolean takeRequest() {
            return true;
        }

        @Override
        public void spendBytes(long bytes) {
            // nobody counts
        }
    };

    /** Charges one request that is about to be served or to go outside; false where none is left. */
    boolean takeRequest();

    /** Charges bytes that the run gets, or that were got for it. */
    void spendBytes(long bytes);
}
