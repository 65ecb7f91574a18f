package io.sallyport.bench.replicas;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * Simulates gateways with one store, event by event. The store does one thing after the other, as Redis does, and so
 * does the thread of a gateway that puts changes in force. Nothing is lost and nobody is slow: what fails is not
 * simulated. The same seed gives the same figures.
 */
final class FleetSimulation {
    private static final long SECOND = 1_000_000_000;
    /** Each gateway says every half second that it is there. */
    private static final long BEAT_NANOS = SECOND / 2;

    private final MeasuredCosts costs;
    private final Fleet fleet;
    private final SplittableRandom random;
    private final PriorityQueue<Step> steps = new PriorityQueue<>();
    private final SingleServer store = new SingleServer();
    private final SingleServer[] gateways;
    private final long network;
    private final long end;
    private final int changes;
    private final double[] inForce;
    private final double[] confirmed;
    private long order;
    private int asked;
    private int done;

    /** @param changes that are measured; the simulation ends with the last of them */
    FleetSimulation(MeasuredCosts costs, Fleet fleet, int changes, long seed) {
        this.costs = costs;
        this.fleet = fleet;
        this.random = new SplittableRandom(seed);
        this.gateways = new SingleServer[fleet.gateways()];
        for (int i = 0; i < gateways.length; i++) {
            gateways[i] = new SingleServer();
        }
        this.network = micros(costs.network());
        this.changes = changes;
        this.end = Math.round(changes / fleet.putsPerSecond() * SECOND);
        this.inForce = new double[changes];
        this.confirmed = new double[changes];
    }

    /** What happens at a time; of two at the same time, what was planned first. */
    private record Step(long at, long order, LongConsumer does) implements Comparable<Step> {
        @Override
        public int compareTo(Step other) {
            return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
        }
    }

    FleetFigures run() {
        for (int i = 0; i < gateways.length; i++) {
            at(random.nextLong(BEAT_NANOS), this::beat);
        }
        at(next(fleet.slicesPerSecond()), this::slice);
        at(next(fleet.putsPerSecond()), this::put);
        while (done < changes) {
            Step step = steps.remove();
            step.does().accept(step.at());
        }
        double busiest = 0;
        for (SingleServer gateway : gateways) {
            busiest = Math.max(busiest, gateway.load(end));
        }
        return FleetFigures.of(inForce, confirmed, store.load(end), busiest);
    }

    private void beat(long now) {
        store.done(now, costs.beat().nanos(gateways.length));
        again(now + BEAT_NANOS, this::beat);
    }

    private void slice(long now) {
        store.done(now, micros(costs.slice()));
        again(now + next(fleet.slicesPerSecond()), this::slice);
    }

    /** A gateway compiles a change, and offers it to the store; the others read it, and put it in force as well. */
    private void put(long now) {
        int number = asked++;
        int origin = random.nextInt(gateways.length);
        if (asked < changes) {
            at(now + next(fleet.putsPerSecond()), this::put);
        }
        var change = new Change(number, now);
        at(gateways[origin].done(now, micros(costs.apply())) + network, offered -> {
            long told = store.done(offered, costs.put().nanos(0)) + network;
            change.inForce(told);
            for (int i = 0; i < gateways.length; i++) {
                if (i != origin) {
                    int reader = i;
                    at(told + network, asks -> read(change, reader, asks));
                }
            }
        });
    }

    private void read(Change change, int reader, long now) {
        at(store.done(now, costs.put().nanosOfOne()) + network, has -> {
            long applied = gateways[reader].done(has, micros(costs.apply()));
            at(applied + network, says -> {
                change.inForce(applied);
                at(says + 2 * network, change::confirmed); // what it costs the store is part of a put
            });
        });
    }

    /** A change under way. */
    private final class Change {
        private final int number;
        private final long since;
        private int open;

        Change(int number, long since) {
            this.number = number;
            this.since = since;
            this.open = gateways.length - 1;
        }

        void inForce(long now) {
            inForce[number] = Math.max(inForce[number], millis(now));
            if (open == 0) {
                confirmed(now);
            }
        }

        void confirmed(long now) {
            if (--open <= 0) {
                confirmed[number] = millis(now);
                done++;
            }
        }

        private double millis(long now) {
            return (now - since) / 1e6;
        }
    }

    /** Plans what goes on for ever; not after the last change was asked for and should have been done. */
    private void again(long at, LongConsumer does) {
        if (at <= end) {
            at(at, does);
        }
    }

    private void at(long at, LongConsumer does) {
        steps.add(new Step(at, order++, does));
    }

    /** Returns nanoseconds until the next of events that come at random. */
    private long next(double perSecond) {
        return perSecond == 0
                ? Long.MAX_VALUE / 2
                : Math.round(-Math.log(1 - random.nextDouble()) / perSecond * SECOND);
    }

    private static long micros(double micros) {
        return Math.round(micros * 1_000);
    }
}
