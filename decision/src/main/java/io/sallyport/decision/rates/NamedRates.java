package io.sallyport.decision.rates;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rates of the configuration and what has been taken of each, in memory: a restart begins with full buckets. Safe
 * for concurrent use, by one short lock; a key that is known is found without an allocation.
 *
 * <p>Names are given as {@link io.sallyport.model.Obligations#rate} has them: one, or several joined by {@code +}. Of
 * several each must pass, and none is charged where one refuses.
 */
public final class NamedRates implements MeterBinder {
    /** Knows no name. */
    public static final NamedRates NONE = new NamedRates(List.of(), RateBounds.DEFAULT, () -> 0L);

    private final Map<String, List<RateTable>> tables;
    private final LongSupplier nanoClock;
    private final long start;
    private final RateCounts counts;

    /** @param nanoClock elapsed nanoseconds */
    public NamedRates(Collection<NamedRate> rates, RateBounds bounds, LongSupplier nanoClock) {
        Map<String, List<RateTable>> named = new HashMap<>();
        rates.forEach(rate -> named.put(rate.name(), List.of(new RateTable(rate))));
        this.tables = Map.copyOf(named);
        this.counts = new RateCounts(bounds);
        this.nanoClock = nanoClock;
        this.start = nanoClock.getAsLong();
    }

    /** Whether every one of {@code names} is configured. */
    public boolean knows(String names) {
        return named(names) != null;
    }

    /**
     * Takes one request of each of the rates, or nothing. Of rates of tokens nothing is taken.
     *
     * @param counted false: nothing is taken, it is only looked
     */
    public Verdict take(String names, RateSubject subject, boolean counted) {
        return take(names, subject, TokenCharge.NONE, counted);
    }

    /** As above, and of rates of tokens what {@code charge} estimates; it is told what was taken. */
    public Verdict take(String names, RateSubject subject, TokenCharge charge, boolean counted) {
        List<RateTable> named = named(names);
        return named == null
                ? Verdict.refuse(ReasonCode.UNKNOWN_OBLIGATION)
                : take(charge.estimate() > 0 ? named : ofRequests(named), subject, charge, counted);
    }

    private static List<RateTable> ofRequests(List<RateTable> named) {
        for (RateTable table : named) {
            if (table.isOfTokens()) {
                return named.stream().filter(each -> !each.isOfTokens()).toList();
            }
        }
        return named;
    }

    private synchronized Verdict take(List<RateTable> named, RateSubject subject, TokenCharge charge, boolean counted) {
        long now = now();
        long longest = 0;
        int idle = 0;
        RateTable slowest = null;
        for (RateTable table : named) {
            RateCount count = table.find(subject);
            idle += count == null || count.isIdle(now) ? 1 : 0;
            long delay = table.delay(count, now, table.cost(charge));
            if (slowest == null || delay > longest) {
                longest = delay;
                slowest = table;
            }
        }
        if (slowest == null) {
            return Verdict.PASS;
        }
        if (longest > 0) {
            return slowest.refuse(longest, counted);
        }
        if (!counted) {
            return Verdict.PASS;
        }
        // An idle count may be forgotten for the room of another, so it needs room as if it were new.
        if (idle > 0 && !counts.makeRoom(subject.family(), idle, now)) {
            return slowest.refuse(0, true);
        }
        named.forEach(table -> charge(table, subject, charge, now));
        return Verdict.PASS;
    }

    private void charge(RateTable table, RateSubject subject, TokenCharge charge, long now) {
        RateCount count = count(table, subject);
        long cost = table.cost(charge);
        table.take(count, now, cost);
        if (table.isOfTokens()) {
            charge.taken(this, new TokenCharge.Part(table, count, subject, cost, count.bucket.fills()));
        }
    }

    /** Changes what was charged into what was used; the rate of a call that used more runs into debt. */
    synchronized void settle(TokenCharge charge, long used) {
        long now = now();
        charge.parts().replaceAll(part -> settled(part, Math.min(used, RateUnit.TOKENS.most()), now));
    }

    private TokenCharge.Part settled(TokenCharge.Part part, long used, long now) {
        RateTable table = part.table();
        long more = used - part.tokens();
        RateCount count = part.count();
        if (more < 0) {
            table.giveBack(count, -more, part.fills());
            counts.moved(count);
        } else if (more > 0) {
            RateCount known = table.find(part.subject());
            if (known == null && !counts.makeRoom(part.subject().family(), 1, now)) {
                return part; // the bounds of counts hold before a debt does
            }
            count = count(table, part.subject());
            table.take(count, now, more);
        }
        return new TokenCharge.Part(table, count, part.subject(), used, count.bucket.fills());
    }

    private long now() {
        return nanoClock.getAsLong() - start;
    }

    private RateCount count(RateTable table, RateSubject subject) {
        RateCount found = table.find(subject);
        return found == null ? counts.add(table, subject) : found;
    }

    /** The rates of those names, or null where one is not configured. */
    private @Nullable List<RateTable> named(String names) {
        List<RateTable> one = tables.get(names);
        return one != null || names.indexOf('+') < 0 ? one : several(names);
    }

    private @Nullable List<RateTable> several(String names) {
        List<RateTable> named = new ArrayList<>();
        int from = 0;
        while (from <= names.length()) {
            int plus = names.indexOf('+', from);
            int to = plus < 0 ? names.length() : plus;
            List<RateTable> one = tables.get(names.substring(from, to));
            if (one == null) {
                return null;
            }
            named.addAll(one);
            from = to + 1;
        }
        return named;
    }

    /** Binds how many requests each rate refused; what a rate is named is a label. */
    @Override
    public void bindTo(MeterRegistry registry) {
        tables.forEach(
                (name, table) -> FunctionCounter.builder("sallyport.rate.refused", table.getFirst(), this::refused)
                        .tag("rate", name)
                        .description("Requests that a named rate refused.")
                        .register(registry));
    }

    private synchronized double refused(RateTable table) {
        return table.refused();
    }

    /** Counts that are kept. */
    synchronized int kept() {
        return counts.size();
    }
}
