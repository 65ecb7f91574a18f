package io.sallyport.gateway.fetch;

import io.sallyport.control.store.StateException;
import io.sallyport.control.store.Store;
import io.sallyport.decision.FetchAllowance;
import io.sallyport.decision.ledger.Account;
import io.sallyport.decision.ledger.Ledger;
import io.sallyport.fetch.FetchCounting;
import io.sallyport.model.SandboxId;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fetch counts of one sandbox, as the state keeps them (docs/decisions/fetch-endpoint.md). Safe for concurrent use.
 */
final class FetchCounts implements FetchCounting {
    private static final Logger LOG = LoggerFactory.getLogger(FetchCounts.class);

    private final Store store;
    private final SandboxId sandbox;
    private final FetchAllowance allowance;
    private FetchAllowance.Counts written; // guarded by this
    private boolean isClosed; // guarded by this; closed counts are not written again

    private FetchCounts(Store store, SandboxId sandbox, FetchAllowance allowance) {
        this.store = store;
        this.sandbox = sandbox;
        this.allowance = allowance;
        this.written = allowance.counts();
    }

    /**
     * Reads the counts of {@code sandbox} from the state. If that fails, its whole allowance counts as used up. May
     * block.
     */
    static FetchCounts read(Store store, Ledger ledger, SandboxId sandbox, int max) {
        Account account = ledger.open(sandbox.text(), null);
        try {
            return new FetchCounts(store, sandbox, FetchAllowance.of(account, max, store.fetched(sandbox)));
        } catch (StateException e) {
            LOG.error("what {} has fetched cannot be read, so it fetches nothing", sandbox, e);
            var all = new FetchAllowance.Counts(
                    FetchAllowance.LARGEST_MAX, Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE / 2);
            return new FetchCounts(store, sandbox, FetchAllowance.of(account, max, all));
        }
    }

    FetchAllowance allowance() {
        return allowance;
    }

    @Override
    public synchronized void keep() throws IOException {
        FetchAllowance.Counts now = allowance.counts();
        if (isClosed || now.equals(written)) {
            return;
        }
        try {
            store.saveFetched(sandbox, now);
            written = now;
        } catch (StateException e) {
            throw new IOException(e);
        }
    }

    /** Deletes the counts of a sandbox that is gone, including what a running fetch has saved since. */
    synchronized void close() {
        isClosed = true;
        allowance.close();
        try {
            store.forgetFetched(sandbox);
        } catch (StateException e) {
            LOG.error("what {} has fetched is not forgotten", sandbox, e);
        }
    }
}
