package io.sallyport.bench.replicas;

import io.sallyport.bench.DistinctLeases;
import io.sallyport.bench.Gateways;
import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.Service;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Measures how long changes of sandboxes take, from the request to the answer, at gateways of one process. */
final class GatewayCosts implements AutoCloseable {
    private static final int GRANTS = 20;
    private static final int SANDBOXES = 200;
    private static final int WARM_UP = 1_000;
    private static final int CHANGES = 1_000;

    private final List<Service> services = new ArrayList<>();
    private final List<AdminClient> clients = new ArrayList<>();
    private int put;

    /** @param store the URL of what they share; empty for none */
    GatewayCosts(Path folder, String store, int gateways) throws Exception {
        for (int i = 0; i < gateways; i++) {
            Path config = Gateways.config(folder.resolve("gateway-" + i));
            if (!store.isEmpty()) {
                Path key = folder.resolve("shared.key");
                Files.writeString(key, Base64.getEncoder().encodeToString(new byte[32]));
                Files.writeString(config, Files.readString(config) + """
                        shared:
                          redis: {url: "%s", prefix: "gateways"}
                          sandboxes: {key_file: "%s", confirm_wait: 5s}
                        """.formatted(URI.create(store), key));
            }
            services.add(Gateways.start(config));
            clients.add(Gateways.client(services.getLast().endpoints()));
        }
        for (AdminClient client : clients) {
            awaitStore(client);
        }
    }

    /** A gateway takes no change before it has compared what it has with the store. */
    private static void awaitStore(AdminClient client) throws IOException, InterruptedException {
        var documents = DistinctLeases.of("first", GRANTS);
        while (client.put(DistinctLeases.id(SANDBOXES), documents, false, null).status() == 503) {
            Thread.sleep(200);
        }
    }

    /** Returns the median of changes one after the other, in microseconds. */
    double putMicros() throws IOException {
        for (int i = 0; i < WARM_UP; i++) {
            next();
        }
        double[] nanos = new double[CHANGES];
        for (int i = 0; i < CHANGES; i++) {
            long start = System.nanoTime();
            next();
            nanos[i] = System.nanoTime() - start;
        }
        return Medians.of(nanos) / 1e3;
    }

    private void next() throws IOException {
        int number = put++;
        var documents = DistinctLeases.of("change-" + number, GRANTS);
        AdminClient.Reply reply =
                clients.get(number % clients.size()).put(DistinctLeases.id(number % SANDBOXES), documents, false, null);
        if (!reply.isOk()) {
            throw new IOException("refused: " + reply);
        }
        String of = "\"of\":" + clients.size();
        if (clients.size() > 1 && !reply.toString().replace(" ", "").contains(of)) {
            throw new IOException("not confirmed by all: " + reply);
        }
    }

    @Override
    public void close() {
        clients.forEach(AdminClient::close);
        services.forEach(Service::close);
    }
}
