package io.sallyport.admin;

import io.sallyport.control.calls.LeaseControl;
import io.sallyport.model.SandboxId;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Leases in memory: takes whatever it is given, and remembers the last metric. */
final class RecordingLeases implements LeaseControl {
    final Map<String, LeaseRequest> taken = new ConcurrentHashMap<>();
    volatile boolean durable = true;
    final AtomicReference<@Nullable Metric> metric = new AtomicReference<>();

    @Override
    public CompletionStage<LeaseAnswer> put(SandboxId id, LeaseRequest request) {
        LeaseRequest before = taken.putIfAbsent(id.text(), request);
        if (before != null && !before.equals(request)) {
            return done(new LeaseAnswer.Conflict("LEASE_TAKEN", "the id holds another lease"));
        }
        boolean created = before == null;
        return done(new LeaseAnswer.InForce(view(id, request), 1, created, List.of(), created ? "val/ue" : null, null));
    }

    @Override
    public CompletionStage<LeaseAnswer> rotate(SandboxId id) {
        LeaseRequest request = taken.get(id.text());
        return done(
                request == null
                        ? new LeaseAnswer.Unknown()
                        : new LeaseAnswer.InForce(view(id, request), 2, false, List.of(), "other", null));
    }

    @Override
    public CompletionStage<LeaseAnswer> revoke(SandboxId id) {
        taken.remove(id.text());
        return done(new LeaseAnswer.Revoked(durable));
    }

    @Override
    public @Nullable LeaseView get(SandboxId id) {
        LeaseRequest request = taken.get(id.text());
        return request == null ? null : view(id, request);
    }

    @Override
    public List<LeaseView> list() {
        return taken.entrySet().stream()
                .map(entry -> view(new SandboxId(entry.getKey()), entry.getValue()))
                .toList();
    }

    @Override
    public CompletionStage<MetricAnswer> spend(SandboxId id, Metric event, Of of) {
        metric.set(event);
        return done(
                of == Of.LEASE && !taken.containsKey(id.text())
                        ? new MetricAnswer.Unknown()
                        : new MetricAnswer.Taken(true, "active", Map.of("USD", new BigDecimal("0.70"))));
    }

    private static LeaseView view(SandboxId id, LeaseRequest request) {
        return new LeaseView(
                id,
                "active",
                request.lease(),
                "2030-01-01T00:00:00Z",
                null,
                Map.of(),
                List.of("USD:1.00"),
                Map.of("USD", new BigDecimal("0.70")),
                request.parent(),
                request.workspace(),
                request.subject(),
                request.sandbox(),
                request.audience());
    }

    private static <T> CompletionStage<T> done(T answer) {
        return CompletableFuture.completedStage(answer);
    }
}
