package io.sallyport.fetch;

import io.netty.channel.Channel;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The open connections, of which there is a bound. A new one over it takes the place of the one that has waited longest
 * without showing a token, so that idle or slow peers keep nobody out. Confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class OpenConnections {
    private final int most;
    private final Set<Channel> open = new HashSet<>();
    private final Set<Channel> waiting = new LinkedHashSet<>();

    OpenConnections(int most) {
        this.most = most;
    }

    /** Takes {@code channel}, or answers false where every other one is at work. */
    boolean opened(Channel channel) {
        if (open.size() >= most && !evict()) {
            return false;
        }
        open.add(channel);
        waiting.add(channel);
        return true;
    }

    private boolean evict() {
        Iterator<Channel> longest = waiting.iterator();
        if (!longest.hasNext()) {
            return false;
        }
        Channel evicted = longest.next();
        longest.remove();
        open.remove(evicted);
        evicted.close();
        return true;
    }

    void atWork(Channel channel) {
        waiting.remove(channel);
    }

    void waits(Channel channel) {
        if (open.contains(channel)) {
            waiting.add(channel);
        }
    }

    void closed(Channel channel) {
        open.remove(channel);
        waiting.remove(channel);
    }
}
