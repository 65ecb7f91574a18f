package io.sallyport.bench.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * Another sandbox than the one that does harm: forwards one request after the other, each on a connection of its own.
 * Confined to one thread.
 */
final class Neighbour {
    private final InetSocketAddress proxy;
    private final String request;
    private int failed;

    private Neighbour(InetSocketAddress proxy, String request) {
        this.proxy = proxy;
        this.request = request;
    }

    /** Creates the sandbox {@code neighbour}. */
    static Neighbour of(GatewayProcess gateway, NginxOrigin origin) throws IOException {
        String credentials = gateway.put("neighbour", AllowedTargets.few(origin), null);
        String target = NginxOrigin.OPAQUE + ":" + origin.plain().getPort();
        return new Neighbour(
                gateway.proxy(),
                "GET http://" + target + NginxOrigin.SMALL + " HTTP/1.1\r\nHost: " + target + "\r\n" + credentials
                        + "\r\n");
    }

    /** Makes one request; returns how long it took in nanoseconds, also if it failed. */
    long ask() {
        long start = System.nanoTime();
        try (var client = new SoakConnection(proxy)) {
            failed += client.ask(request) == 200 ? 0 : 1;
        } catch (IOException e) {
            failed++;
        }
        return System.nanoTime() - start;
    }

    /** Returns how many of its requests have failed so far. */
    int failed() {
        return failed;
    }
}
