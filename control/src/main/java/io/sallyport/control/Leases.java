package io.sallyport.control;

import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.store.StateException;
import io.sallyport.decision.Sandbox;
import io.sallyport.decision.ledger.Account;
import io.sallyport.leasebridge.CostMetric;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link LeaseControl} over the state and the policies of one gateway. Safe for concurrent use. */
final class Leases implements LeaseControl {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

    private final ChangeQueues lanes;
    private final Removals removals;
    private final Executor threads;
    private final LeaseChanges changes;
    private final SandboxStates states;

    /** @param threads may block; runs spending, which waits in no lane because it does not change a grant */
    Leases(ChangeQueues lanes, Removals removals, Executor threads, LeaseChanges changes, SandboxStates states) {
        this.lanes = lanes;
        this.removals = removals;
        this.threads = threads;
        this.changes = changes;
        this.states = states;
    }

    @Override
    public CompletionStage<LeaseAnswer> put(SandboxId id, LeaseRequest request) {
        return inLane(id, () -> changes.put(id, request));
    }

    @Override
    public CompletionStage<LeaseAnswer> rotate(SandboxId id) {
        return inLane(id, () -> changes.rotate(id));
    }

    @Override
    public CompletionStage<LeaseAnswer> revoke(SandboxId id) {
        var answer = new CompletableFuture<LeaseAnswer>();
        return told(answer, removals.offer(id, () -> PolicyControl.complete(answer, () -> changes.revoke(id))));
    }

    private CompletionStage<LeaseAnswer> inLane(SandboxId id, PolicyControl.Work<LeaseAnswer> change) {
        var answer = new CompletableFuture<LeaseAnswer>();
        return told(answer, lanes.offer(id.text(), () -> PolicyControl.complete(answer, change)));
    }

    private static CompletionStage<LeaseAnswer> told(CompletableFuture<LeaseAnswer> answer, boolean taken) {
        if (!taken) {
            answer.complete(new LeaseAnswer.Unavailable("too many changes wait"));
        }
        return answer;
    }

    @Override
    public @Nullable LeaseView get(SandboxId id) {
        SandboxState state = states.find(id);
        if (state != null && state.record().lease() != null) {
            return changes.view(state);
        }
        return state == null && states.revoked().contains(id) ? LeaseView.revoked(id) : null;
    }

    @Override
    public List<LeaseView> list() {
        return states.all().stream()
                .filter(state -> state.record().lease() != null)
                .sorted(Comparator.comparing(state -> state.id().text()))
                .map(changes::view)
                .toList();
    }

    @Override
    public CompletionStage<MetricAnswer> spend(SandboxId id, Metric metric, Of of) {
        var answer = new CompletableFuture<MetricAnswer>();
        threads.execute(() -> PolicyControl.complete(answer, () -> charge(id, metric, of)));
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
            highest = one.admission().exhausted() instanceof Verdict.Pass ? highest : one.id();
        }
        if (highest != null) {
            states.concernsAll(highest);
        }
    }
}
