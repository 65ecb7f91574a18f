package io.sallyport.egress.dns;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.util.concurrent.Future;
import io.sallyport.model.host.IpAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Resolves one name: both families in parallel, under one deadline. Confined to its event loop. */
final class NameLookup {
    /** How long to wait for the second family once the first has addresses; some servers never answer AAAA queries. */
    private static final Duration SECOND_FAMILY_PATIENCE = Duration.ofSeconds(1);

    /** How long, in seconds, it is cached that a name has no address, or that one family is unknown. */
    private static final long UNSURE_TTL = 5;

    private final EventLoop loop;
    private final Consumer<Result> done;
    private final FamilyLookup v4;
    private final FamilyLookup v6;
    private final Future<?> deadline;
    private @Nullable Future<?> patience;
    private FamilyLookup.@Nullable Outcome of4;
    private FamilyLookup.@Nullable Outcome of6;
    private boolean ended;

    /** How the lookup ended, and for how many seconds that may be cached. */
    record Result(Resolution resolution, long ttl) {}

    NameLookup(
            EventLoop loop,
            Duration timeout,
            BiFunction<DnsRecordType, Consumer<FamilyLookup.Outcome>, FamilyLookup> families,
            Consumer<Result> done) {
        this.loop = loop;
        this.done = done;
        this.v4 = families.apply(DnsRecordType.A, outcome -> {
            of4 = outcome;
            heard(outcome);
        });
        this.v6 = families.apply(DnsRecordType.AAAA, outcome -> {
            of6 = outcome;
            heard(outcome);
        });
        this.deadline = loop.schedule(this::end, timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    void start() {
        v4.start();
        v6.start();
    }

    private void heard(FamilyLookup.Outcome outcome) {
        if (of4 != null && of6 != null) {
            end();
        } else if (outcome instanceof FamilyLookup.Found && patience == null) {
            patience = loop.schedule(this::end, SECOND_FAMILY_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void end() {
        if (ended) {
            return;
        }
        ended = true;
        deadline.cancel(false);
        Future<?> waiting = patience;
        if (waiting != null) {
            waiting.cancel(false);
        }
        v4.stop();
        v6.stop();
        done.accept(result());
    }

    private Result result() {
        List<IpAddress> first = addresses(of4);
        List<IpAddress> second = addresses(of6);
        if (first.isEmpty() && second.isEmpty()) {
            boolean absent = of4 instanceof FamilyLookup.Absent && of6 instanceof FamilyLookup.Absent;
            return new Result(new Resolution.Failed(why(of4) + "; " + why(of6)), absent ? UNSURE_TTL : 0);
        }
        return new Result(new Resolution.Addresses(inTurns(first, second)), Math.min(ttl(of4), ttl(of6)));
    }

    private static List<IpAddress> addresses(FamilyLookup.@Nullable Outcome outcome) {
        return outcome instanceof FamilyLookup.Found found ? found.addresses() : List.of();
    }

    private static long ttl(FamilyLookup.@Nullable Outcome outcome) {
        return switch (outcome) {
            case FamilyLookup.Found found -> found.ttl();
            case FamilyLookup.Absent _ -> Long.MAX_VALUE;
            case FamilyLookup.Failed _ -> UNSURE_TTL;
            case null -> UNSURE_TTL;
        };
    }

    private static String why(FamilyLookup.@Nullable Outcome outcome) {
        return switch (outcome) {
            case FamilyLookup.Found _ -> "";
            case FamilyLookup.Absent(String why) -> why;
            case FamilyLookup.Failed(String why) -> why;
            case null -> "no answer in time";
        };
    }

    private static List<IpAddress> inTurns(List<IpAddress> first, List<IpAddress> second) {
        List<IpAddress> all = new ArrayList<>(first.size() + second.size());
        for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
            first.stream().skip(i).findFirst().ifPresent(all::add);
            second.stream().skip(i).findFirst().ifPresent(all::add);
        }
        return all;
    }
}
