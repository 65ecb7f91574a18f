package io.sallyport.decision.guard;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.ReasonCode.AuditVerdict;
import io.sallyport.model.answer.Ruling;
import io.sallyport.model.measure.LabelCap;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * What was asked on behalf of skills, counted; of dry runs nothing. A skill that is in use has a tag of its own, up to
 * {@link #MAX_LABELS} of them; the others, and whatever else was claimed, share {@link LabelCap#OTHER}. Safe for
 * concurrent use.
 */
public final class SkillMetrics {
    /** Skills with a tag of their own. */
    public static final int MAX_LABELS = 200;

    private static final Duration[] HISTOGRAM = LongStream.of(10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000)
            .mapToObj(micros -> Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(micros)))
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Timer durations;
    private final Map<Counted, Counters> decisions = new ConcurrentHashMap<>();
    private final LabelCap labels = new LabelCap(MAX_LABELS);

    SkillMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.durations = Timer.builder("sallyport.skill.decision")
                .description("How long rulings on behalf of skills took.")
                .serviceLevelObjectives(HISTOGRAM)
                .register(registry);
    }

    /** Rulings that are counted together. */
    private record Counted(String skill, ReasonCode reason) {}

    /** What a ruling adds to. */
    private record Counters(List<Counter> all) {
        void increment() {
            all.forEach(Counter::increment);
        }
    }

    void count(Ruling ruling) {
        String claimed = ruling.skill();
        boolean dry = ruling.inquiry() != null && ruling.inquiry().dryRun();
        if (claimed == null || dry) {
            return;
        }
        String label = ruling.note() == null ? LabelCap.OTHER : labels.label(claimed);
        decisions
                .computeIfAbsent(new Counted(label, ruling.decision().reason()), this::counters)
                .increment();
        durations.record(ruling.durationMicros(), TimeUnit.MICROSECONDS);
    }

    private Counters counters(Counted counted) {
        String code = counted.reason.code();
        Counter all = counter("decisions", "Rulings on behalf of skills.", "skill", counted.skill, "code", code);
        AuditVerdict verdict = counted.reason.verdict();
        if (verdict == AuditVerdict.REJECT || verdict == AuditVerdict.FAIL) {
            String help = "Questions on behalf of skills that were malformed, or met a fault.";
            return new Counters(List.of(all, counter("errors", help, "skill", counted.skill, "code", code)));
        }
        return new Counters(
                code.equals(ReasonCode.RATE_LIMITED.code())
                        ? List.of(
                                all, counter("rate.limited", "Questions that a rate refused.", "skill", counted.skill))
                        : List.of(all));
    }

    private Counter counter(String name, String help, String... tags) {
        return Counter.builder("sallyport.skill." + name)
                .description(help)
                .tags(tags)
                .register(registry);
    }

    /** Returns the tags of skills. */
    public LabelCap labels() {
        return labels;
    }

    /** {@code running} by the tags that skills have here. */
    public Map<String, Long> labelled(Map<String, Long> running) {
        var byLabel = new TreeMap<String, Long>();
        running.forEach((skill, calls) -> byLabel.merge(labels.has(skill) ? skill : LabelCap.OTHER, calls, Long::sum));
        return byLabel;
    }
}
