package io.sallyport.bench.replicas;

import io.sallyport.testkit.RedisServer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code FleetCosts FOLDER COSTS REDIS SANDBOX_KIB}: measures what changes cost gateways and their store, and how long
 * four real gateways take for them, and writes it to the file COSTS.
 */
public final class FleetCosts {
    private static final int GATEWAYS = 4;
    private static final int SEALED_BYTES = 2_000;

    private FleetCosts() {}

    public static void main(String... args) throws Exception {
        Path folder = Files.createDirectories(Path.of(args[0]));
        double apply;
        try (var alone = new GatewayCosts(Files.createDirectories(folder.resolve("alone")), "", 1)) {
            apply = alone.putMicros();
        }
        System.err.printf("gateway: a change takes %.0f microseconds%n", apply);
        Path redis = Files.createDirectories(folder.resolve("redis"));
        try (RedisServer server = RedisServer.start(Path.of(args[2]), redis)) {
            URI store = URI.create(server.url());
            double real;
            try (var four = new GatewayCosts(Files.createDirectories(folder.resolve("four")), server.url(), GATEWAYS)) {
                real = four.putMicros();
            }
            System.err.printf("gateways: a change is in force on all %d after %.0f microseconds%n", GATEWAYS, real);
            try (var usage = new StoreUsage(store.getPort())) {
                var costs = new StoreCosts(store, folder, usage, "s".repeat(SEALED_BYTES));
                costs.measure(apply, 1_024 * Double.parseDouble(args[3]), new MeasuredCosts.Real(GATEWAYS, real))
                        .write(Path.of(args[1]));
            }
        }
    }
}
