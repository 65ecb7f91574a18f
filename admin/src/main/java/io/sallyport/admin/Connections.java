package io.sallyport.admin;

import io.netty.channel.Channel;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The open connections, of which there is a bound. A new one over it takes the place of the one that has waited longest
 * without a call under way, so that idle or slow peers keep nobody out. Confined to the event loop, but for {@link #count}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class Connections {
    private final int most;
    private final Set<Channel> open = new HashSet<>();
    private final Set<Channel> waiting = new LinkedHashSet<>();
    private volatile int count;

    Connections(int most) {
        this.most = most;
    }

    /** Takes {@code channel}, or answers false where every other one is at work. */
    boolean opened(Channel channel) {
        if (open.size() >= most) {
            Iterator<Channel> longest = waiting.iterator();
            if (!longest.hasNext()) {
                return false;
            }
            Channel evicted = longest.next();
            longest.remove();
            open.remove(evicted);
            evicted.close();
        }
        open.add(channel);
        waiting.add(channel);
        count = open.size();
        return true;
    }

    /** How many are open; for any thread. */
    int count() {
        return count;
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
        count = open.size();
    }
}
