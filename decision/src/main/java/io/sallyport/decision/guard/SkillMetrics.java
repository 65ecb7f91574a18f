package io.sallyport.decision.guard;

import io.sallyport.model.Ruling;
import io.sallyport.model.Verdict;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What was asked on behalf of skills, counted; of dry runs nothing. A skill that is in use has a label of its own, up to
 * {@link #MAX_LABELS} of them; the others, and whatever else was claimed, share {@link #OTHER}. Safe for concurrent use.
 */
public final class SkillMetrics {
    /** Skills with a label of their own. */
    public static final int MAX_LABELS = 200;

    /** The label of the others. */
    public static final String OTHER = "other";

    /** Upper ends of the histogram, in microseconds. */
    static final long[] ENDS_MICROS = {10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000};

    private final Map<Counted, LongAdder> decisions = new ConcurrentHashMap<>();
    private final Map<String, Boolean> labels = new ConcurrentHashMap<>();
    private final LongAdder[] buckets = new LongAdder[ENDS_MICROS.length + 1];
    private final LongAdder micros = new LongAdder();

    SkillMetrics() {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
    }

    /** Rulings that are counted together. */
    public record Counted(String skill, String code, Verdict verdict) implements Comparable<Counted> {
        @Override
        public int compareTo(Counted other) {
            int bySkill = skill.compareTo(other.skill);
            int byCode = bySkill == 0 ? code.compareTo(other.code) : bySkill;
            return byCode == 0 ? verdict.compareTo(other.verdict) : byCode;
        }
    }

    /** How long rulings took: how many up to each end, the last without one; and all together. */
    public record Durations(Map<Double, Long> upToSeconds, long count, double sumSeconds) {}

    void count(Ruling ruling) {
        String claimed = ruling.skill();
        boolean dry = ruling.inquiry() != null && ruling.inquiry().dryRun();
        if (claimed == null || dry) {
            return;
        }
        String label = ruling.note() == null ? OTHER : label(claimed);
        var counted = new Counted(
                label,
                ruling.decision().reason().code(),
                ruling.decision().reason().verdict());
        decisions.computeIfAbsent(counted, _ -> new LongAdder()).increment();
        buckets[bucket(ruling.durationMicros())].increment();
        micros.add(ruling.durationMicros());
    }

    private static int bucket(long duration) {
        int at = 0;
        while (at < ENDS_MICROS.length && duration > ENDS_MICROS[at]) {
            at++;
        }
        return at;
    }

    /** The label of a skill that is in use. */
    String label(String skill) {
        if (labels.containsKey(skill)) {
            return skill;
        }
        synchronized (labels) { // guards its size: no more labels than there may be
            if (labels.size() >= MAX_LABELS) {
                return OTHER;
            }
            labels.put(skill, Boolean.TRUE);
            return skill;
        }
    }

    /** Rulings by skill and code. */
    public Map<Counted, Long> decisions() {
        var counts = new TreeMap<Counted, Long>();
        decisions.forEach((counted, count) -> counts.put(counted, count.sum()));
        return counts;
    }

    /** The time of rulings. */
    public Durations durations() {
        var upTo = new TreeMap<Double, Long>();
        long count = 0;
        for (int i = 0; i < ENDS_MICROS.length; i++) {
            count += buckets[i].sum();
            upTo.put(ENDS_MICROS[i] / 1e6, count);
        }
        return new Durations(upTo, count + buckets[ENDS_MICROS.length].sum(), micros.sum() / 1e6);
    }

    /** {@code running} by the labels that skills have here. */
    public Map<String, Long> labelled(Map<String, Long> running) {
        var byLabel = new TreeMap<String, Long>();
        running.forEach((skill, calls) -> byLabel.merge(labels.containsKey(skill) ? skill : OTHER, calls, Long::sum));
        return byLabel;
    }
}
