package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A bundle service on loopback: serves one bundle with an entity tag, holds requests that prefer to wait, and takes
 * reports of status.
 */
final class BundleServer implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final BlockingQueue<JsonNode> reports = new LinkedBlockingQueue<>();
    private byte @Nullable [] bundle; // guarded by this
    private String tag = ""; // guarded by this
    private boolean holds; // guarded by this
    private int unchanged; // guarded by this
    private String preferred = ""; // guarded by this

    private BundleServer(HttpServer server) {
        this.server = server;
    }

    static BundleServer start() throws IOException {
        var http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var started = new BundleServer(http);
        http.setExecutor(started.threads);
        http.createContext("/status", started::report);
        http.createContext("/bundles/team", started::bundle);
        http.start();
        return started;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    synchronized void serve(byte[] archive, String named) {
        bundle = archive;
        tag = '"' + named + '"';
        notifyAll();
    }

    /** From now on requests that prefer it are held until there is another bundle. */
    synchronized void hold() {
        holds = true;
    }

    /** Returns how many requests were told that there is nothing new. */
    synchronized int unchanged() {
        return unchanged;
    }

    /** Returns the preference of the last request. */
    synchronized String preferred() {
        return preferred;
    }

    JsonNode report() throws InterruptedException {
        return reports.take();
    }

    private void report(HttpExchange exchange) throws IOException {
        reports.add(JSON.readTree(new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private void bundle(HttpExchange exchange) throws IOException {
        String known = exchange.getRequestHeaders().getFirst("If-None-Match");
        String preference =
                Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("Prefer"), "");
        byte[] found = news(known, preference);
        String named = tag();
        if (preference.contains("wait=") || isHolding()) {
            exchange.getResponseHeaders().set("Content-Type", "application/vnd.openpolicyagent.bundles");
        }
        exchange.getResponseHeaders().set("ETag", named);
        if (found == null) {
            exchange.sendResponseHeaders(404, -1);
        } else if (named.equals(known)) {
            exchange.sendResponseHeaders(304, -1);
        } else {
            exchange.sendResponseHeaders(200, found.length);
            exchange.getResponseBody().write(found);
        }
        exchange.close();
    }

    private synchronized String tag() {
        return tag;
    }

    private synchronized boolean isHolding() {
        return holds;
    }

    private synchronized byte @Nullable [] news(@Nullable String known, String preference) {
        preferred = preference;
        try {
            while (holds && preference.contains("wait=") && tag.equals(known)) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException(e)); // the test has ended
        }
        if (tag.equals(known)) {
            unchanged++;
        }
        return bundle;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
