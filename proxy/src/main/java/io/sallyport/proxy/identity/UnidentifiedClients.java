package io.sallyport.proxy.identity;

import io.sallyport.model.answer.ClientFault;
import io.sallyport.proxy.listener.HeaderFields;
import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients that fail to identify themselves again and again from those that ask once for what credentials are
 * wanted. Changes no answer. Safe for concurrent use.
 */
public final class UnidentifiedClients {
    /** Failures in a minute from which on a client is set up wrongly. */
    static final int MANY = 10;

    /** Clients that are remembered in a minute; further ones are not diagnosed. */
    static final int MAX_CLIENTS = 1_024;

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final String CREDENTIALS = "Proxy-Authorization";

    private final LongSupplier nanoClock;
    private final ConcurrentHashMap<Client, Integer> failures = new ConcurrentHashMap<>();
    private long since;

    public UnidentifiedClients(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.since = nanoClock.getAsLong();
    }

    /**
     * A client, as far as its failures are alike. It holds hashes of what the client sent, so that all have one size.
     *
     * @param credentials 0 where it showed none
     */
    private record Client(@Nullable InetAddress from, int userAgent, int credentials) {
        static Client of(HeaderFields fields, Peer peer) {
            return new Client(peer.address(), hash(fields.first("User-Agent")), hash(fields.first(CREDENTIALS)));
        }

        private static int hash(@Nullable String text) {
            return text == null ? 0 : text.hashCode();
        }
    }

    /** Counts a failure; returns the fault once in a minute, when it has become clear, else null. */
    public synchronized @Nullable ClientFault failed(HeaderFields fields, Peer peer) {
        long now = nanoClock.getAsLong();
        if (now - since >= WINDOW_NANOS) {
            since = now;
            failures.clear();
        }
        Client client = Client.of(fields, peer);
        boolean isFull = failures.size() >= MAX_CLIENTS && !failures.containsKey(client);
        if (isFull || failures.merge(client, 1, Integer::sum) != MANY) {
            return null;
        }
        return fields.count(CREDENTIALS) == 0 ? ClientFault.NO_CREDENTIALS : ClientFault.WRONG_CREDENTIALS;
    }

    /** A client that shows right credentials was only asking for what is wanted where it showed none before. */
    public void identified(HeaderFields fields, Peer peer) {
        if (!failures.isEmpty()) {
            failures.remove(new Client(peer.address(), Client.of(fields, peer).userAgent(), 0));
        }
    }
}
