package io.sallyport.web;

import io.netty.channel.Channel;
import io.sallyport.model.SandboxId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open connections, of which there is a bound in all and one for each owner. One over it takes the place of the one
 * that has waited longest without an admitted call, or else of one whose body does not end, of the owner who has the most.
 * So idle or slow peers keep nobody out, and no owner another. At the end what is under way is answered, and those who have
 * just connected may still ask. Confined to the event loop, but for {@link #count}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class Connections {
    private final int most;
    private final int mostEach;
    private final Set<Channel> open = new HashSet<>();
    /** Those without an admitted call, by how long they have been. */
    private final SequencedSet<Channel> waiting = new LinkedHashSet<>();
    /** Of those that wait, the ones that have not asked anything yet: a request may be on its way. */
    private final Set<Channel> silent = new HashSet<>();
    /** Of those that wait, the ones between two requests. */
    private final Set<Channel> idle = new HashSet<>();

    private final Set<Channel> following = new HashSet<>();
    private final Map<SandboxId, Share> shares = new HashMap<>();
    private final Map<Channel, Share> shareOf = new HashMap<>();
    private @Nullable Runnable drained;
    private volatile int count;

    Connections(int most, int mostEach) {
        this.most = most;
        this.mostEach = mostEach;
    }

    /** The connections of one owner with a call under way. */
    private static final class Share {
        private final SandboxId owner;
        private final SequencedSet<Channel> reading = new LinkedHashSet<>();
        private final Set<Channel> working = new HashSet<>();

        private Share(SandboxId owner) {
            this.owner = owner;
        }

        private int size() {
            return reading.size() + working.size();
        }
    }

    /** Takes {@code channel}, or answers false where every other one is at work. */
    boolean opened(Channel channel) {
        if (open.size() >= most && !closeOne()) {
            return false;
        }
        open.add(channel);
        waiting.add(channel);
        silent.add(channel);
        count = open.size();
        return true;
    }

    private boolean closeOne() {
        if (!waiting.isEmpty()) {
            return close(waiting.getFirst());
        }
        return shares.values().stream()
                .filter(share -> !share.reading.isEmpty())
                .max(Comparator.comparingInt(Share::size))
                .map(share -> close(share.reading.getFirst()))
                .orElse(false);
    }

    private boolean close(Channel channel) {
        forget(channel);
        channel.close();
        return true;
    }

    /** How many are open; for any thread. */
    int count() {
        return count;
    }

    /** A head came. */
    void asks(Channel channel) {
        silent.remove(channel);
        idle.remove(channel);
    }

    /** Its call was admitted, and its body is read; false where {@code owner} has too many at work already. */
    boolean reads(Channel channel, SandboxId owner) {
        if (!hasRoom(shares.get(owner))) {
            return false;
        }
        Share share = shares.computeIfAbsent(owner, Share::new);
        waiting.remove(channel);
        share.reading.add(channel);
        shareOf.put(channel, share);
        return true;
    }

    private boolean hasRoom(@Nullable Share share) {
        return share == null
                || share.size() < mostEach
                || (!share.reading.isEmpty() && close(share.reading.getFirst()));
    }

    /** From now on it is not closed for another. */
    void works(Channel channel) {
        waiting.remove(channel);
        Share share = shareOf.get(channel);
        if (share != null && share.reading.remove(channel)) {
            share.working.add(channel);
        }
    }

    /** Its answer has no end of its own. */
    void follows(Channel channel) {
        following.add(channel);
        if (drained != null) {
            channel.close();
        }
    }

    /** Its request was answered, and it may ask again. */
    void waits(Channel channel) {
        ends(channel);
        if (open.contains(channel)) {
            idle.add(channel);
        }
    }

    /** Its last answer was written; what it still sends is thrown away. */
    void ends(Channel channel) {
        release(channel);
        if (open.contains(channel)) {
            waiting.add(channel);
        }
    }

    void closed(Channel channel) {
        forget(channel);
        Runnable done = drained;
        if (done != null && open.isEmpty()) {
            done.run();
        }
    }

    private void forget(Channel channel) {
        release(channel);
        open.remove(channel);
        waiting.remove(channel);
        silent.remove(channel);
        idle.remove(channel);
        following.remove(channel);
        count = open.size();
    }

    private void release(Channel channel) {
        Share share = shareOf.remove(channel);
        if (share != null) {
            share.reading.remove(channel);
            share.working.remove(channel);
            if (share.size() == 0) {
                shares.remove(share.owner);
            }
        }
    }

    /** Whether each answer is the last of its connection. */
    boolean isDraining() {
        return drained != null;
    }

    /** Closes what waits for nothing; {@code done} runs once the rest is closed too. */
    void drain(Runnable done) {
        drained = done;
        if (open.isEmpty()) {
            done.run();
        }
        List.copyOf(following).forEach(Channel::close);
        List.copyOf(idle).forEach(Channel::close);
    }

    /** Closes those that have still not asked anything, or not to the end. */
    void closeUnasked() {
        List.copyOf(silent).forEach(Channel::close);
        shares.values().stream()
                .flatMap(share -> share.reading.stream())
                .toList()
                .forEach(Channel::close);
    }
}
