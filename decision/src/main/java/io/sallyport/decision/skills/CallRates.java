package io.sallyport.decision.skills;

import io.sallyport.decision.rates.Bucket;
import io.sallyport.model.RateLimits;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SkillLimits;
import io.sallyport.model.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rates of one sandbox: of each skill, of each capability, and of what is refused. A call takes all that it needs,
 * or nothing: under one lock, so that no call is counted twice or lost. Safe for concurrent use.
 */
public final class CallRates {
    /** How much larger the bucket of refused calls is. */
    static final int REFUSED_FACTOR = 10;

    /** Refused calls in a minute, where a skill has no rates or is not known. */
    static final RateLimits REFUSED = new RateLimits(0, 600, 0);

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    private final LongSupplier nanoClock;
    private final long start;

    /** Guarded by this, as what follows. */
    private @Nullable Map<Key, Taken> taken;

    private @Nullable String run;
    private long generation;

    CallRates(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
    }

    /**
     * Under which policy a call is made.
     *
     * @param run that counts for {@code per_run}; another one begins anew
     * @param generation of the policy that says so
     */
    public record Run(@Nullable String run, long generation) {}

    /**
     * A call that is allowed so far.
     *
     * @param skill null where none is named, or none is known
     * @param limits of the skill
     * @param capability as {@code tool.call}
     * @param ofCapability what bounds the capability for the whole sandbox
     */
    public record Demand(@Nullable String skill, SkillLimits limits, String capability, RateLimits ofCapability) {}

    /** Whose calls are counted together. */
    private record Key(@Nullable String skill, @Nullable String capability, boolean refused) {}

    /** What one key has taken. */
    private static final class Taken {
        private final Bucket second = new Bucket();
        private final Bucket minute = new Bucket();
        private final RunningCalls places = new RunningCalls();
        private int ofRun;
    }

    /** One key with the bounds that hold for it. */
    private record Bound(Taken taken, RateLimits limits) {}

    /**
     * Takes what an allowed call takes.
     *
     * @param counted false: nothing is taken, it is only looked
     */
    public Verdict admit(Run under, Demand demand, boolean counted) {
        boolean free = demand.ofCapability().boundsNothing() && demand.limits().equals(SkillLimits.NONE);
        return free ? Verdict.PASS : admitBounded(under, demand, counted);
    }

    private synchronized Verdict admitBounded(Run under, Demand demand, boolean counted) {
        begin(under);
        long now = now();
        List<Bound> bounds = new ArrayList<>(3);
        String skill = demand.skill();
        SkillLimits limits = demand.limits();
        RunningCalls places = null;
        if (skill != null) {
            Bound ofSkill = bound(new Key(skill, null, false), limits.calls());
            places = limits.concurrent() > 0 ? ofSkill.taken().places : null;
            bounds.add(ofSkill);
        }
        // only what is bounded is kept: names of capabilities come from who asks
        RateLimits one = limits.byCapability().getOrDefault(demand.capability(), RateLimits.NONE);
        if (!one.boundsNothing()) {
            bounds.add(bound(new Key(skill, demand.capability(), false), one));
        }
        if (!demand.ofCapability().boundsNothing()) {
            bounds.add(bound(new Key(null, demand.capability(), false), demand.ofCapability()));
        }
        Verdict room = room(bounds, now);
        if (room instanceof Verdict.Pass && places != null) {
            room = after(places.delay(now, limits.concurrent()));
        }
        if (room instanceof Verdict.Pass && counted) {
            bounds.forEach(bound -> take(bound, now));
            if (places != null) {
                places.take(now + limits.timeoutMillis() * 1_000_000L);
            }
        }
        return room;
    }

    /**
     * Takes what a refused call takes. A refusal means: it is not even told what refused it.
     *
     * @param skill null where none is known by the name that was given
     */
    public synchronized Verdict refuse(Run under, @Nullable String skill, SkillLimits limits, boolean counted) {
        begin(under);
        long now = now();
        Bound bound = bound(new Key(skill, null, true), forRefused(limits.calls()));
        Verdict room = room(List.of(bound), now);
        if (room instanceof Verdict.Pass && counted) {
            take(bound, now);
        }
        return room;
    }

    private static RateLimits forRefused(RateLimits calls) {
        if (calls.perSecond() == 0 && calls.perMinute() == 0) {
            return REFUSED;
        }
        return new RateLimits(larger(calls.perSecond()), larger(calls.perMinute()), 0);
    }

    private static int larger(int bound) {
        return (int) Math.min(RateLimits.MAX, (long) bound * REFUSED_FACTOR);
    }

    /** Calls of each skill that may still run, of skills that bound them. */
    public synchronized void addRunning(Map<String, Long> into) {
        if (taken != null) {
            long now = now();
            taken.forEach((key, one) -> {
                long running = one.places.taken(now);
                if (key.skill() != null && running > 0) {
                    into.merge(key.skill(), running, Long::sum);
                }
            });
        }
    }

    /** Where the policy names another run than before, that run has taken nothing. */
    private void begin(Run under) {
        if (under.generation() > generation) {
            generation = under.generation();
            if (!Objects.equals(run, under.run())) {
                run = under.run();
                taken = null;
            }
        }
    }

    private Bound bound(Key key, RateLimits limits) {
        if (taken == null) {
            taken = new HashMap<>();
        }
        return new Bound(taken.computeIfAbsent(key, _ -> new Taken()), limits);
    }

    /** What makes wait longest; a bound of the run is told first, since no waiting helps there. */
    private static Verdict room(List<Bound> bounds, long now) {
        long wait = 0;
        for (Bound bound : bounds) {
            RateLimits limits = bound.limits();
            if (limits.perRun() > 0 && bound.taken().ofRun >= limits.perRun()) {
                return Verdict.refuse(ReasonCode.RUN_LIMIT_REACHED);
            }
            if (limits.perSecond() > 0) {
                wait = Math.max(
                        wait, bound.taken().second.delay(now, limits.perSecond(), each(SECOND, limits.perSecond())));
            }
            if (limits.perMinute() > 0) {
                wait = Math.max(
                        wait, bound.taken().minute.delay(now, limits.perMinute(), each(MINUTE, limits.perMinute())));
            }
        }
        return after(wait);
    }

    private static Verdict after(long waitNanos) {
        return waitNanos > 0 ? Verdict.Refuse.until(ReasonCode.RATE_LIMITED, waitNanos) : Verdict.PASS;
    }

    private static void take(Bound bound, long now) {
        RateLimits limits = bound.limits();
        if (limits.perSecond() > 0) {
            bound.taken().second.take(now, each(SECOND, limits.perSecond()));
        }
        if (limits.perMinute() > 0) {
            bound.taken().minute.take(now, each(MINUTE, limits.perMinute()));
        }
        if (bound.taken().ofRun < Integer.MAX_VALUE) {
            bound.taken().ofRun++;
        }
    }

    /** Rounded up: a rate is never more than was said. */
    private static long each(long span, int calls) {
        return (span + calls - 1) / calls;
    }

    /** Nanoseconds since this was made. */
    private long now() {
        return nanoClock.getAsLong() - start;
    }

    /** Keys that something is kept of. */
    synchronized int kept() {
        return taken == null ? 0 : taken.size();
    }
}
