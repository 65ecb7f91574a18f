package io.sallyport.fetch;

import io.sallyport.decision.ledger.Supply;
import io.sallyport.fetch.answer.FetchRefusal;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.share.SharedCalls;
import io.sallyport.model.host.CanonicalHost;
import java.io.IOException;

/**
 * What one fetch takes of its run: of the fetches and attempts that it has, and of its budget. Used by one thread at a
 * time.
 */
record FetchCosts(FetchRun run, FetchTrace trace) {
    /** Does {@code work} as one of the run's fetches; what was taken stays taken where it succeeds, and only there. */
    FetchAnswer counted(SharedCalls.Work<FetchAnswer> work) throws RefusedException {
        require(run.allowance().take(), FetchRefusal.overLimit("the run has fetched as often as it may"));
        trace.counted();
        boolean isServed = false;
        try {
            FetchAnswer answer = work.run();
            isServed = true;
            return answer;
        } finally {
            if (!isServed) {
                run.allowance().giveBack();
            }
        }
    }

    /** Takes an attempt to get a skill from its forge, which is about to be made. */
    void attempt(CanonicalHost host) throws RefusedException {
        attempt(run.allowance().attempt(), host);
    }

    /** Takes an attempt to get a file from its target, which is about to be made. */
    void attemptFile(CanonicalHost host) throws RefusedException {
        attempt(run.allowance().attemptFile(), host);
    }

    private void attempt(Supply taken, CanonicalHost host) throws RefusedException {
        require(taken, FetchRefusal.overLimit("the run has tried as often as it may"));
        trace.attempted();
        pay(host);
        keepCounts(run);
    }

    private static void require(Supply taken, FetchRefusal usedUp) throws RefusedException {
        switch (taken) {
            case HELD -> {}
            case USED_UP -> throw new RefusedException(usedUp);
            case UNAVAILABLE -> throw new RefusedException(FetchRefusal.NO_COUNT);
        }
    }

    /** What is refused before it is served from the cache, or asked for outside, costs nothing. */
    void pay(CanonicalHost host) throws RefusedException {
        require(run.budget().takeRequest(host), FetchRefusal.UNPAID);
    }

    void spend(CanonicalHost host, long bytes) {
        run.budget().spendBytes(host, bytes);
    }

    /** Before anything is done that was counted: a crash gives nothing back. */
    static void keepCounts(FetchRun run) throws RefusedException {
        try {
            run.counting().keep();
        } catch (IOException e) {
            throw new RefusedException(FetchRefusal.notCounted(e.toString()));
        }
    }
}
