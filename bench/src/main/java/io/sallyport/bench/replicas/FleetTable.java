package io.sallyport.bench.replicas;

import static io.sallyport.bench.replicas.FleetFigures.quantile;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;

/** Prints what fleets of several sizes do: how fast a change spreads, and what breaks first. */
public final class FleetTable {
    private static final int[] SIZES = {2, 4, 16, 64, 256, 1_000};
    private static final int SANDBOXES = 1_000_000;
    private static final double SLICES_PER_SECOND = 2_000;
    private static final double PUTS_PER_SECOND = 1;
    /** All gateways have a change in force within this: issue and docs/replicas.md. */
    private static final double GOAL_MILLIS = 100;

    private static final int MOST_PUTS = 1 << 14;
    private static final long SEED = 20_261_128;
    private static final double GIB = 1L << 30;

    private final MeasuredCosts costs;
    private final PrintStream out;

    private FleetTable(MeasuredCosts costs, PrintStream out) {
        this.costs = costs;
        this.out = out;
    }

    /**
     * Prints the table as Markdown.
     *
     * @param args a file of {@link MeasuredCosts}
     */
    public static void main(String[] args) {
        var table = new FleetTable(MeasuredCosts.read(Path.of(args[0])), System.out);
        table.compare();
        table.print();
    }

    /** Changes one after the other, as in the real run: the next one comes long after all have confirmed. */
    private void compare() {
        MeasuredCosts.Real real = costs.real();
        double simulated = quantile(
                simulate(new Fleet(real.gateways(), PUTS_PER_SECOND, 0), 1_000).confirmed(), 0.5);
        double measured = real.confirmed() / 1e3;
        out.printf(
                Locale.ROOT,
                "%d gateways, a change until all have confirmed it: %.2f ms measured, %.2f ms simulated (%.2fx)%n%n",
                real.gateways(),
                measured,
                simulated,
                simulated / measured);
    }

    private void print() {
        out.printf(
                Locale.ROOT,
                "| gateways | in force p50 | p99 | confirmed p99 | store busy | changes a second at most | then fails |%n");
        out.printf(Locale.ROOT, "|---|---|---|---|---|---|---|%n");
        for (int gateways : SIZES) {
            System.err.printf("fleet: %d gateways%n", gateways);
            row(new Fleet(gateways, PUTS_PER_SECOND, SLICES_PER_SECOND));
        }
        out.printf(Locale.ROOT, "%n");
        out.printf(
                Locale.ROOT,
                "A gateway with %,d sandboxes holds %.1f GiB, the store %.1f GiB.%n",
                SANDBOXES,
                SANDBOXES * costs.sandboxBytes() / GIB,
                SANDBOXES * costs.storeBytes() / GIB);
        out.printf(
                Locale.ROOT,
                "A gateway that starts reads and compiles them in %.0f s.%n",
                SANDBOXES * (costs.put().perGateway() + costs.apply()) / 1e6);
    }

    private void row(Fleet fleet) {
        FleetFigures calm = simulate(fleet, 200);
        Limit limit = limit(fleet);
        out.printf(
                Locale.ROOT,
                "| %,d | %.1f ms | %.1f ms | %.1f ms | %.1f %% | %s | %s |%n",
                fleet.gateways(),
                quantile(calm.inForce(), 0.5),
                quantile(calm.inForce(), 0.99),
                quantile(calm.confirmed(), 0.99),
                100 * calm.storeLoad(),
                limit.puts(),
                limit.why());
    }

    /** Where p99 leaves the goal. */
    private record Limit(String puts, String why) {}

    /** Doubles the changes a second until the goal is missed, then halves the step. */
    private Limit limit(Fleet fleet) {
        double met = 0;
        double missed = 0;
        FleetFigures last = simulate(fleet, 1);
        for (double puts = PUTS_PER_SECOND; puts <= MOST_PUTS; puts = missed == 0 ? 2 * puts : (met + missed) / 2) {
            last = simulate(fleet.withPuts(puts), (int) Math.clamp(2 * puts, 200, 2_000));
            if (quantile(last.inForce(), 0.99) <= GOAL_MILLIS) {
                met = puts;
            } else {
                missed = puts;
            }
            if (missed > 0 && missed - met <= Math.max(0.5, met / 10)) {
                return new Limit(String.format(Locale.ROOT, "%.0f", met), why(fleet.withPuts(missed)));
            }
        }
        return new Limit("over " + MOST_PUTS, "");
    }

    private String why(Fleet fleet) {
        FleetFigures figures = simulate(fleet, 200);
        String what = figures.storeLoad() > figures.gatewayLoad() ? "store" : "compiling";
        return String.format(
                Locale.ROOT, "%s (%.0f %% busy)", what, 100 * Math.max(figures.storeLoad(), figures.gatewayLoad()));
    }

    private FleetFigures simulate(Fleet fleet, int changes) {
        return new FleetSimulation(costs, fleet, changes, SEED).run();
    }
}
