package io.sallyport.admin;

import io.netty.channel.Channel;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open connections, of which there is a bound. A new one over it takes the place of the one that has waited longest
 * without a call under way, so that idle or slow peers keep nobody out. At the end calls under way are answered, and so are
 * those of peers that have just connected. Confined to the event loop, but for {@link #count}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class Connections {
    private final int most;
    private final Set<Channel> open = new HashSet<>();
    private final Set<Channel> waiting = new LinkedHashSet<>();
    /** Of those that wait, the ones that have not asked anything yet: a request may be on its way. */
    private final Set<Channel> silent = new HashSet<>();

    private final Set<Channel> following = new HashSet<>();
    private @Nullable Runnable drained;
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
            silent.remove(evicted);
            evicted.close();
        }
        open.add(channel);
        waiting.add(channel);
        silent.add(channel);
        count = open.size();
        return true;
    }

    /** How many are open; for any thread. */
    int count() {
        return count;
    }

    void atWork(Channel channel) {
        waiting.remove(channel);
        silent.remove(channel);
    }

    /** Its answer has no end of its own. */
    void follows(Channel channel) {
        following.add(channel);
        if (drained != null) {
            channel.close();
        }
    }

    /** Whether each answer is the last of its connection. */
    boolean isDraining() {
        return drained != null;
    }

    /** Closes what waits for nothing; {@code done} runs once the rest is closed too. */
    void drain(Runnable done) {
        drained = done;
        List.copyOf(following).forEach(Channel::close);
        waiting.stream().filter(channel -> !silent.contains(channel)).toList().forEach(Channel::close);
        endIfDrained();
    }

    /** Closes those that have still not asked anything. */
    void endSilent() {
        List.copyOf(silent).forEach(Channel::close);
    }

    private void endIfDrained() {
        Runnable done = drained;
        if (done != null && open.isEmpty()) {
            done.run();
        }
    }

    void waits(Channel channel) {
        if (open.contains(channel)) {
            waiting.add(channel);
        }
    }

    void closed(Channel channel) {
        open.remove(channel);
        waiting.remove(channel);
        silent.remove(channel);
        following.remove(channel);
        count = open.size();
        endIfDrained();
    }
}
