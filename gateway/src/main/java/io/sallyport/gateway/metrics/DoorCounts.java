package io.sallyport.gateway.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.RequestKind;
import io.sallyport.model.measure.DurationSink;
import io.sallyport.model.measure.ReasonCounts;
import io.sallyport.model.trace.TraceContext;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Operations by door, verdict and reason, the ends of tunnels and streams by reason, and how long requests took. A
 * series appears once there is something to count. Safe for concurrent use; counting allocates nothing.
 */
public final class DoorCounts implements RefreshedMeters {
    private final Map<AskedAt, Decided> decisions = new EnumMap<>(AskedAt.class);
    private final ReasonCounts ends = new ReasonCounts();
    private final DurationSink connects;
    private final DurationSink requests;
    private final DurationSink fetches;
    private final DurationSink models;
    private @Nullable NonzeroCounters appearing;

    private DoorCounts(Function<AskedAt, DurationSink> durations) {
        for (AskedAt door : AskedAt.values()) {
            decisions.put(door, new Decided(new ReasonCounts(), new ReasonCounts()));
        }
        connects = durations.apply(AskedAt.CONNECT);
        requests = durations.apply(AskedAt.HTTP);
        fetches = durations.apply(AskedAt.FETCH);
        models = durations.apply(AskedAt.MODEL);
    }

    /** What a door answered: by its reason, and let through though the reason refuses, since that was only reported. */
    private record Decided(ReasonCounts said, ReasonCounts onlyReported) {}

    /** What was asked, and where. */
    private enum AskedAt {
        CONNECT,
        HTTP,
        FETCH,
        MODEL,
        DNS,
        QUESTION;

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static DoorCounts in(DurationTimers timers) {
        String help = "From the head of a request to its record: its end, or the beginning of a tunnel or stream.";
        return new DoorCounts(door -> timers.waiting("sallyport.request", help, "door", door.word()));
    }

    /** Returns counts that nobody reads. */
    public static DoorCounts unread() {
        return new DoorCounts(_ -> DurationSink.NONE);
    }

    /** Counts one event; changes are not counted here. */
    public void count(AuditEvent event) {
        switch (event) {
            case AuditEvent.RequestEvent request -> {
                boolean isConnect = request.requestKind() == RequestKind.CONNECT;
                decided(isConnect ? AskedAt.CONNECT : AskedAt.HTTP, event);
                took(isConnect ? connects : requests, event);
            }
            case AuditEvent.FetchEvent _ -> {
                decided(AskedAt.FETCH, event);
                took(fetches, event);
            }
            case AuditEvent.ModelEvent model -> {
                if (model.isEnd()) {
                    ended(event);
                } else {
                    decided(AskedAt.MODEL, event);
                    took(models, event);
                }
            }
            case AuditEvent.NameEvent _ -> decided(AskedAt.DNS, event);
            case AuditEvent.QuestionEvent _ -> decided(AskedAt.QUESTION, event);
            case AuditEvent.EndEvent _ -> ended(event);
            case AuditEvent.ChangeEvent _ -> {}
        }
    }

    private static void took(DurationSink durations, AuditEvent event) {
        long micros = event.facts().durationMicros();
        if (micros >= 0) {
            TraceContext trace = event.facts().trace();
            durations.add(TimeUnit.MICROSECONDS.toNanos(micros), trace != null && trace.sampled() ? trace : null);
        }
    }

    private void decided(AskedAt door, AuditEvent event) {
        boolean reported = event.verdict() != event.reason().verdict();
        Decided decided = at(door);
        (reported ? decided.onlyReported() : decided.said()).add(event.reason());
    }

    private void ended(AuditEvent event) {
        ends.add(event.reason());
    }

    private Decided at(AskedAt door) {
        return Objects.requireNonNull(decisions.get(door), "counts of each door");
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (UpstreamFault fault : UpstreamFault.values()) {
            FunctionCounter.builder("sallyport.upstream.faults", this, counts -> counts.faults(fault))
                    .tag("class", fault.word())
                    .description("Requests, tunnels and streams that ended by a fault of the target, by class.")
                    .register(registry);
        }
        var counters = new NonzeroCounters(registry);
        for (ReasonCode reason : ReasonCode.values()) {
            for (AskedAt door : AskedAt.values()) {
                add(counters, door, reason.verdict(), reason, at(door).said());
                add(counters, door, AuditVerdict.ALLOW, reason, at(door).onlyReported());
            }
            counters.add(
                    "sallyport.ends",
                    "Tunnels and streams by how they ended.",
                    Tags.of("reason", reason.word()),
                    ends,
                    counts -> counts.count(reason));
        }
        appearing = counters;
        refresh();
    }

    private static void add(
            NonzeroCounters counters, AskedAt door, AuditVerdict verdict, ReasonCode reason, ReasonCounts count) {
        counters.add(
                "sallyport.decisions",
                "What was asked of the gateway, by door, verdict and reason.",
                Tags.of("door", door.word(), "verdict", verdict.word(), "reason", reason.word()),
                count,
                counts -> counts.count(reason));
    }

    private double faults(UpstreamFault fault) {
        return fault.reasons().stream().mapToLong(this::all).sum();
    }

    private long all(ReasonCode reason) {
        return ends.count(reason)
                + decisions.values().stream()
                        .mapToLong(decided -> decided.said().count(reason))
                        .sum();
    }

    @Override
    public void refresh() {
        Objects.requireNonNull(appearing, "not bound").refresh();
    }
}
