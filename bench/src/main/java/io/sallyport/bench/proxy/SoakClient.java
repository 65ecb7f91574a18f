package io.sallyport.bench.proxy;

import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One client of one sandbox: performs one action after the other until it is told to stop. Runs on a thread of its own.
 */
final class SoakClient implements Runnable {
    private static final Duration BETWEEN = Duration.ofMillis(10);
    private static final Duration STALL = Duration.ofMillis(500);
    private static final int REQUESTS_OF_A_TUNNEL = 5;

    private final String name;
    private final ContenderAccess plain;
    private final ContenderAccess inspected;
    private final ContenderAccess opaque;
    private final SoakCounts counts;
    private final AtomicBoolean stop;
    private final Random random;
    private int number;

    /** @param name the prefix of the paths that it requests; unique among the clients */
    SoakClient(
            String name,
            GatewayProcess gateway,
            NginxOrigin origin,
            String credentials,
            SoakCounts counts,
            AtomicBoolean stop) {
        this.name = name;
        this.plain = new ContenderAccess(
                gateway.proxy(), NginxOrigin.OPAQUE, origin.plain().getPort(), credentials);
        this.opaque = plain.at(origin.opaque().getPort());
        this.inspected = new ContenderAccess(
                gateway.proxy(), NginxOrigin.INSPECTED, origin.tls().getPort(), credentials);
        this.counts = counts;
        this.stop = stop;
        this.random = new Random(name.hashCode());
    }

    @Override
    public void run() {
        while (!stop.get()) {
            int chosen = random.nextInt(100);
            try {
                act(chosen);
                Thread.sleep(BETWEEN);
            } catch (IOException e) {
                counts.failed(name + " " + chosen + " " + number + ": " + e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void act(int chosen) throws IOException, InterruptedException {
        if (chosen < 60) {
            forward();
        } else if (chosen < 85) {
            intercepted();
        } else if (chosen < 90) {
            opaque();
        } else if (chosen < 95) {
            refused();
        } else if (chosen < 98) {
            giveUp();
        } else {
            stall();
        }
    }

    private void forward() throws IOException {
        try (var connection = new SoakConnection(plain.proxy())) {
            for (int i = 0; i < REQUESTS_OF_A_TUNNEL; i++) {
                String path = nextPath();
                ask(connection, plain.forward(path), path);
            }
        }
    }

    private void intercepted() throws IOException {
        try (var connection = new SoakConnection(inspected.proxy())) {
            open(connection, inspected);
            for (int i = 0; i < REQUESTS_OF_A_TUNNEL; i++) {
                String path = nextPath();
                ask(connection, inspected.inside(path), path);
            }
        }
    }

    private void opaque() throws IOException {
        try (var connection = new SoakConnection(opaque.proxy())) {
            open(connection, opaque);
            expect(200, connection.ask(opaque.inside(NginxOrigin.SMALL)));
        }
    }

    private void refused() throws IOException {
        try (var connection = new SoakConnection(plain.proxy())) {
            long start = System.nanoTime();
            expect(403, connection.ask(plain.to(NginxOrigin.REFUSED).forward(nextPath())));
            counts.refused(System.nanoTime() - start);
        }
    }

    /** Sends a request and disconnects before the answer. */
    private void giveUp() throws IOException {
        try (var connection = new SoakConnection(plain.proxy())) {
            connection.send(plain.forward(NginxOrigin.BIG));
        }
    }

    /** Requests a large body and does not read it for a while. */
    private void stall() throws IOException, InterruptedException {
        try (var connection = new SoakConnection(plain.proxy())) {
            connection.send(plain.forward(NginxOrigin.BIG));
            Thread.sleep(STALL);
        }
    }

    private void open(SoakConnection connection, ContenderAccess door) throws IOException {
        expect(200, connection.connect(door.connect()));
        connection.secure(door.host());
        counts.tunnel();
    }

    private void ask(SoakConnection connection, String request, String path) throws IOException {
        long start = System.nanoTime();
        expect(200, connection.ask(request));
        counts.answered(path, System.nanoTime() - start);
    }

    private static void expect(int status, int got) throws IOException {
        if (got != status) {
            throw new IOException(got + " instead of " + status);
        }
    }

    private String nextPath() {
        return NginxOrigin.NUMBERED + name + "-" + number++;
    }
}
