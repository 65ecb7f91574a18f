package io.sallyport.proxy.relay;

import io.sallyport.proxy.relay.channel.Channels;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The client connections of one event loop, and among them those that have not said who they are. Confined to it. */
final class ConnectionList {
    private final Set<ClientConnection> all = new LinkedHashSet<>();
    private final Set<ClientConnection> unidentified = new LinkedHashSet<>();
    private final int maxUnidentified;

    ConnectionList(int maxUnidentified) {
        this.maxUnidentified = maxUnidentified;
    }

    int size() {
        return all.size();
    }

    /** Adds one of nobody's yet; where those are too many, the one that has waited longest goes. */
    void add(ClientConnection client) {
        all.add(client);
        unidentified.add(client);
        if (unidentified.size() > maxUnidentified) {
            Channels.close(unidentified.iterator().next().channel());
        }
    }

    void identified(ClientConnection client) {
        unidentified.remove(client);
    }

    void remove(ClientConnection client) {
        all.remove(client);
        unidentified.remove(client);
    }

    /** All of them now; the list does not change when they do. */
    List<ClientConnection> now() {
        return new ArrayList<>(all);
    }
}
