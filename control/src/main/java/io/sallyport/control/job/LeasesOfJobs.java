package io.sallyport.control.job;

import io.sallyport.control.calls.LeaseControl;
import io.sallyport.control.calls.LeaseControl.LeaseAnswer;
import io.sallyport.control.calls.LeaseControl.LeaseRequest;
import io.sallyport.control.calls.LeaseControl.LeaseView;
import io.sallyport.control.calls.LeaseControl.Metric;
import io.sallyport.leasebridge.BudgetEntry;
import io.sallyport.leasebridge.arcp.JobChange;
import io.sallyport.leasebridge.arcp.JobChange.Ended;
import io.sallyport.leasebridge.arcp.JobChange.Granted;
import io.sallyport.leasebridge.arcp.JobChange.Spent;
import io.sallyport.leasebridge.arcp.JobLeases;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives each job of an ARCP runtime a lease under the job's own id, on behalf of a runtime that does not call
 * {@code /v1/leases} itself. Discards the credential's value; the program that starts the job's sandbox rotates the
 * lease to get one. Confined to the link's thread.
 */
public final class LeasesOfJobs implements JobLeases {
    /** The audience of these leases in the control API. It identifies leases of an earlier gateway process. */
    public static final String AUDIENCE = "arcp";

    private static final Logger LOG = LoggerFactory.getLogger(LeasesOfJobs.class);

    /** Limit of parents whose children wait for the parent's lease. */
    private static final int MAX_WAITING = 1_000;

    private final LeaseControl control;

    /** Job id to the amounts charged so far, by currency. */
    private final Map<String, Map<String, BigDecimal>> charged = new HashMap<>();

    private final Map<String, List<Granted>> waiting = new HashMap<>();

    public LeasesOfJobs(LeaseControl control) {
        this.control = control;
    }

    @Override
    public Collection<String> known() {
        return control.list().stream()
                .filter(lease -> AUDIENCE.equals(lease.audience()))
                .map(lease -> lease.id().text())
                .toList();
    }

    @Override
    public void apply(JobChange change) {
        SandboxId id = SandboxId.parse(change.jobId());
        if (id == null) {
            LOG.warn("ARCP: a job gets no lease, its id is no lease's: {}", change.jobId());
            return;
        }
        try {
            switch (change) {
                case Granted granted -> grant(id, granted);
                case Spent(String job, String currency, BigDecimal total) -> charge(id, job, currency, total);
                case Ended(String job, String why) -> end(id, job, why);
            }
        } catch (CompletionException e) {
            LOG.error("ARCP: what the runtime says of {} is not in force", id, e.getCause());
        }
    }

    private void grant(SandboxId id, Granted job) {
        SandboxId parent = parent(job);
        if (job.parentJobId() != null && (parent == null || !charged.containsKey(parent.text()))) {
            await(job.parentJobId(), job);
            return;
        }
        var request = new LeaseRequest(
                job.lease(),
                job.constraints(),
                parent,
                null,
                Map.of("job_id", job.jobId(), "agent", job.agent()),
                null,
                AUDIENCE);
        switch (done(control.put(id, request))) {
            case LeaseAnswer.InForce inForce -> granted(id, job, inForce.view());
            case LeaseAnswer.Refused(var diagnostics) ->
                LOG.warn("ARCP: {} gets no lease, the runtime's is refused: {}", id, diagnostics);
            case LeaseAnswer.Conflict(var code, var why) -> LOG.warn("ARCP: {} gets no lease: {}: {}", id, code, why);
            case LeaseAnswer.Unavailable(var why) -> LOG.error("ARCP: {} gets no lease: {}", id, why);
            case LeaseAnswer.Revoked _, LeaseAnswer.Unknown() -> LOG.error("ARCP: {} gets no lease", id);
        }
    }

    private static @Nullable SandboxId parent(Granted job) {
        return job.parentJobId() == null ? null : SandboxId.parse(job.parentJobId());
    }

    /** Keeps a job until its parent has a lease, which limits the child's. */
    private void await(String parent, Granted job) {
        LOG.info("ARCP: {} waits for the lease of its parent {}", job.jobId(), parent);
        if (waiting.size() < MAX_WAITING) {
            waiting.computeIfAbsent(parent, _ -> new ArrayList<>()).add(job);
        }
    }

    private void granted(SandboxId id, Granted job, LeaseView view) {
        LOG.info("ARCP: {} has its lease", id);
        Map<String, BigDecimal> spent = spent(view);
        charged.put(job.jobId(), spent);
        Map<String, BigDecimal> left = job.remaining();
        if (left != null) {
            totals(view).forEach((currency, total) -> {
                BigDecimal now = left.get(currency);
                if (now != null) {
                    charge(id, job.jobId(), currency, total.subtract(now));
                }
            });
        }
        List<Granted> children = waiting.remove(job.jobId());
        if (children != null) {
            children.forEach(this::apply);
        }
    }

    /** Returns what was already charged: the lease may come from an earlier gateway process. */
    private static Map<String, BigDecimal> spent(LeaseView view) {
        Map<String, BigDecimal> spent = new HashMap<>();
        totals(view)
                .forEach((currency, total) ->
                        spent.put(currency, total.subtract(view.remaining().getOrDefault(currency, total))));
        return spent;
    }

    private static Map<String, BigDecimal> totals(LeaseView view) {
        Map<String, BigDecimal> totals = new HashMap<>();
        view.budget().stream()
                .map(BudgetEntry::parse)
                .flatMap(Stream::ofNullable)
                .forEach(entry -> totals.merge(entry.currency(), entry.amount(), BigDecimal::add));
        return totals;
    }

    /** Charges the part of {@code total} that is not charged yet. */
    private void charge(SandboxId id, String job, String currency, BigDecimal total) {
        Map<String, BigDecimal> before = charged.get(job);
        if (before == null) {
            return;
        }
        BigDecimal more = total.subtract(before.getOrDefault(currency, BigDecimal.ZERO));
        if (more.signum() > 0) {
            var metric = new Metric("cost.arcp", more.toPlainString(), currency);
            done(control.spend(id, metric, LeaseControl.Of.LEASE));
            before.put(currency, total);
        }
    }

    private void end(SandboxId id, String job, String why) {
        charged.remove(job);
        waiting.remove(job);
        waiting.values()
                .forEach(children -> children.removeIf(child -> child.jobId().equals(job)));
        done(control.revoke(id));
        LOG.info("ARCP: the lease of {} has ended: {}", id, why);
    }

    private static <T> T done(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
