package io.sallyport.control;

import io.sallyport.control.calls.LeaseControl.Metric;
import io.sallyport.control.calls.LeaseControl.MetricAnswer;
import io.sallyport.control.calls.LeaseControl.Of;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.leasebridge.CostMetric;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Charges what callers report. Waits in no lane, because spending does not change a grant. Safe for concurrent use. */
final class LeaseSpending {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseSpending.class);

    private final SandboxStates states;
    private final Executor threads;

    /** @param threads may block */
    LeaseSpending(SandboxStates states, Executor threads) {
        this.states = states;
        this.threads = threads;
    }

    CompletionStage<MetricAnswer> spend(SandboxId id, Metric metric, Of of) {
        var answer = new CompletableFuture<MetricAnswer>();
        threads.execute(() -> ChangeQueues.complete(answer, () -> charge(id, metric, of)));
        return answer;
    }

    private MetricAnswer charge(SandboxId id, Metric metric, Of of) {
        SandboxState state = states.find(id);
        if (of == Of.LEASE && state == null && states.revoked().contains(id)) {
            return new MetricAnswer.Conflict("LEASE_REVOKED", "the lease was revoked");
        }
        if (state == null) {
            return new MetricAnswer.Unknown();
        }
        if (of == Of.LEASE && state.record().lease() == null) {
            return new MetricAnswer.Conflict("OTHER_KIND", "the id is a sandbox's, put as such");
        }
        return charge(state.sandbox(), metric);
    }

    private MetricAnswer charge(Sandbox sandbox, Metric metric) {
        CostMetric cost = CostMetric.parse(metric.name(), metric.value(), metric.unit());
        Account account = sandbox.admission().account();
        try {
            boolean counted = cost != null && states.accounts().spend(account, cost.currency(), cost.amount());
            if (counted) {
                endWhatIsUsedUp(sandbox);
            } else if (!CostMetric.isEcho(metric.name()) && states.accounts().isFirstWorthless(sandbox.id())) {
                LOG.info("{} reports a metric that spends nothing; further ones of it are not told", sandbox.id());
            }
            return new MetricAnswer.Taken(counted, LeaseViews.state(sandbox), account.remaining());
        } catch (StateException e) {
            LOG.debug("what {} spent is charged, and not written", sandbox.id(), e); // logged once by UnwrittenSpending
            return new MetricAnswer.Unavailable("the state cannot be written");
        }
    }

    private void endWhatIsUsedUp(Sandbox sandbox) {
        SandboxId highest = null;
        for (Sandbox one = sandbox; one != null; one = one.parent()) {
            highest = one.admission().exhausted(null) instanceof Verdict.Pass ? highest : one.id();
        }
        if (highest != null) {
            states.concernsAll(highest);
        }
    }
}
