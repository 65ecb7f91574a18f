package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One address for several gateways: asks each ten times a second whether it is ready, and leads each connection to one
 * that was. Tries none twice.
 */
final class LoadBalancer implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int PATIENCE_MILLIS = 1_000;
    private static final int PROBE_MILLIS = 100;
    private static final int BACKLOG = 128;

    /** A gateway, by the ports of its proxy and of its probes. */
    record Backend(int proxy, int health) {}

    private final ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final Set<Backend> ready = ConcurrentHashMap.newKeySet();
    private final AtomicInteger turn = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService probes;
    private final List<Backend> backends;

    LoadBalancer(List<Backend> backends) throws IOException {
        this.backends = backends;
        this.probes = Executors.newScheduledThreadPool(backends.size());
        for (Backend backend : backends) {
            var _ = probes.scheduleWithFixedDelay(() -> probe(backend), 0, PROBE_MILLIS, TimeUnit.MILLISECONDS);
        }
        threads.execute(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + listener.getLocalPort();
    }

    private void probe(Backend backend) {
        boolean isReady = isReady(backend);
        synchronized (ready) {
            if (isReady) {
                ready.add(backend);
            } else {
                ready.remove(backend);
            }
            ready.notifyAll();
        }
    }

    /** Waits until {@code backend} is sent connections. */
    void awaitReady(Backend backend) throws InterruptedException {
        long end = System.nanoTime() + SOON.toNanos();
        synchronized (ready) {
            while (!ready.contains(backend)) {
                long left = end - System.nanoTime();
                assertThat(left).as("nanoseconds left for " + backend).isPositive();
                TimeUnit.NANOSECONDS.timedWait(ready, left);
            }
        }
    }

    private static boolean isReady(Backend backend) {
        try {
            URI probe = URI.create("http://127.0.0.1:" + backend.health() + "/readyz");
            var connection = (HttpURLConnection) probe.toURL().openConnection();
            connection.setConnectTimeout(PATIENCE_MILLIS);
            connection.setReadTimeout(PATIENCE_MILLIS);
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException _) {
            return false;
        }
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                threads.execute(() -> lead(client));
            } catch (IOException _) {
                return;
            }
        }
    }

    private void lead(Socket client) {
        List<Backend> able = backends.stream().filter(ready::contains).toList();
        try (client;
                var gateway = new Socket(
                        InetAddress.getLoopbackAddress(),
                        able.get(turn.getAndIncrement() % able.size()).proxy())) {
            threads.execute(() -> copy(client, gateway));
            copy(gateway, client);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException _) {
            return; // one of the two has closed
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        probes.shutdownNow();
        threads.close();
    }
}
