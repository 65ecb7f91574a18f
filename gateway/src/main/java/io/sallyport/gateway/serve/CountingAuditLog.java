package io.sallyport.gateway.serve;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditLog;
import io.sallyport.audit.rules.CandidateCounts;
import io.sallyport.control.SandboxPart;
import io.sallyport.control.SandboxReport;
import io.sallyport.control.SandboxState;
import io.sallyport.decision.LiveAdmission;
import io.sallyport.decision.Sandbox;
import io.sallyport.gateway.credentials.CredentialUses;
import io.sallyport.gateway.metrics.DoorCounts;
import io.sallyport.gateway.telemetry.RecordContext;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.SandboxId;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An audit log that counts the requests of each sandbox and passes records on to another log. Safe for concurrent use.
 */
final class CountingAuditLog implements AuditLog, SandboxPart, MeterBinder {
    private final AuditLog into;
    private final DoorCounts requests;
    private final RecordContext context;
    private final CredentialUses uses = new CredentialUses();
    private final CandidateTallies candidates = new CandidateTallies(new CandidateCounts(), InstantSource.system());
    private final Count all = new Count();
    private final LongAdder throughProxy = new LongAdder();
    private final Map<String, Count> sandboxes = new ConcurrentHashMap<>();

    /**
     * @param requests counts what is recorded, too
     * @param context of records
     */
    CountingAuditLog(AuditLog into, DoorCounts requests, RecordContext context) {
        this.into = into;
        this.requests = requests;
        this.context = context;
    }

    /** Requests by verdict. */
    private static final class Count {
        private final Map<AuditVerdict, LongAdder> verdicts = new EnumMap<>(AuditVerdict.class);

        private Count() {
            for (AuditVerdict verdict : AuditVerdict.values()) {
                verdicts.put(verdict, new LongAdder());
            }
        }

        private void add(AuditVerdict verdict) {
            adder(verdict).increment();
        }

        private long of(AuditVerdict verdict) {
            return adder(verdict).sum();
        }

        private LongAdder adder(AuditVerdict verdict) {
            LongAdder adder = verdicts.get(verdict);
            if (adder == null) {
                throw new IllegalStateException("no counter for " + verdict);
            }
            return adder;
        }
    }

    /** Returns what the requests say of credentials. */
    CredentialUses uses() {
        return uses;
    }

    /** Returns what the requests say of candidates. */
    CandidateTallies candidates() {
        return candidates;
    }

    @Override
    public String nextId() {
        return into.nextId();
    }

    @Override
    public boolean isAccepting() {
        return into.isAccepting();
    }

    @Override
    public void append(AuditEvent record, Executor executor, Written written) {
        AuditEvent event = context.of(record);
        count(event);
        into.append(event, executor, written);
    }

    @Override
    public void append(AuditEvent record) {
        AuditEvent event = context.of(record);
        count(event);
        into.append(event);
    }

    @Override
    public boolean namesQueries() {
        return context.namesQueries();
    }

    private void count(AuditEvent event) {
        candidates.add(event);
        requests.count(event);
        if (!(event instanceof AuditEvent.RequestEvent)) {
            return;
        }
        uses.add(event);
        AuditVerdict verdict = event.reason().verdict();
        all.add(verdict);
        if (event.request().via() != null) {
            throughProxy.increment();
        }
        @Nullable String sandbox = event.sandbox();
        Count count = sandbox == null ? null : sandboxes.get(sandbox);
        if (count != null) {
            count.add(verdict);
        }
    }

    /** Starts a separate count for {@code sandbox}. */
    @Override
    public void policyChanged(SandboxId sandbox) {
        sandboxes.computeIfAbsent(sandbox.text(), _ -> new Count());
    }

    @Override
    public void activate(SandboxState state) {
        context.labels().put(state.id(), state.labels());
    }

    @Override
    public void end(Sandbox gone) {
        context.labels().end(gone.id());
        sandboxes.remove(gone.id().text());
        candidates.forget(gone.id());
    }

    /** Binds the counts over all sandboxes and unidentified requests. */
    @Override
    public void bindTo(MeterRegistry registry) {
        bindProxied(registry);
        for (AuditVerdict verdict : AuditVerdict.values()) {
            FunctionCounter.builder("sallyport.requests", all, count -> count.of(verdict))
                    .tag("verdict", verdict.word())
                    .description("Requests by how they ended.")
                    .register(registry);
        }
    }

    private void bindProxied(MeterRegistry registry) {
        FunctionCounter.builder("sallyport.upstream.proxy.requests", throughProxy, LongAdder::doubleValue)
                .description("Requests and tunnels whose target was dialled through the upstream proxy.")
                .register(registry);
    }

    @Override
    public void describe(Sandbox sandbox, SandboxReport report) {
        Count count = sandboxes.get(sandbox.id().text());
        report.count("allowed", count == null ? 0 : count.of(AuditVerdict.ALLOW));
        report.count("denied", count == null ? 0 : refused(count));
        if (sandbox.admission() instanceof LiveAdmission live) {
            report.count("connections", live.connections());
        }
    }

    private static long refused(Count count) {
        return count.of(AuditVerdict.DENY) + count.of(AuditVerdict.REJECT) + count.of(AuditVerdict.LIMIT);
    }
}
