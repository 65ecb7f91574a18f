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
 * The open connections, limited in total and per owner. A connection over the limit replaces the one that has waited
 * longest without an admitted call, or else one of the owner with the most connections, whose body has not ended. Idle
 * or slow peers therefore keep nobody else out, and owners do not affect each other. On draining, calls in progress are
 * answered, and peers that have just connected may still send a request. Confined to the event loop, except for {@link
 * #count}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a close
final class Connections {
    private final int most;
    private final int mostEach;
    private final Set<Channel> open = new HashSet<>();
    /** Connections without an admitted call, longest first. */
    private final SequencedSet<Channel> waiting = new LinkedHashSet<>();
    /** The waiting connections that have not sent a request yet; one may be on its way. */
    private final Set<Channel> silent = new HashSet<>();
    /** The waiting connections that are between two requests. */
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

    /** The connections of one owner with a call in progress. */
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

    /** Adds {@code channel}; returns false if all other connections are busy. */
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

    /** Returns how many connections are open; safe on any thread. */
    int count() {
        return count;
    }

    /** Records that a head arrived. */
    void asks(Channel channel) {
        silent.remove(channel);
        idle.remove(channel);
    }

    /**
     * Records that the call was admitted and its body is being read. Returns false if {@code owner} has too many busy
     * connections.
     */
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

    /** From now on the connection is not closed to make room for another. */
    void works(Channel channel) {
        waiting.remove(channel);
        Share share = shareOf.get(channel);
        if (share != null && share.reading.remove(channel)) {
            share.working.add(channel);
        }
    }

    /** Records that the answer has no end of its own. */
    void follows(Channel channel) {
        following.add(channel);
        if (drained != null) {
            channel.close();
        }
    }

    /** Records that the request was answered and another may follow. */
    void waits(Channel channel) {
        ends(channel);
        if (open.contains(channel)) {
            idle.add(channel);
        }
    }

    /** Records that the last answer was written; further input is discarded. */
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

    /** Returns whether each answer is the last of its connection. */
    boolean isDraining() {
        return drained != null;
    }

    /** Closes idle and following connections; {@code done} runs once the others are closed too. */
    void drain(Runnable done) {
        drained = done;
        if (open.isEmpty()) {
            done.run();
        }
        List.copyOf(following).forEach(Channel::close);
        List.copyOf(idle).forEach(Channel::close);
    }

    /** Closes the connections that have still not sent a complete request. */
    void closeUnasked() {
        List.copyOf(silent).forEach(Channel::close);
        shares.values().stream()
                .flatMap(share -> share.reading.stream())
                .toList()
                .forEach(Channel::close);
    }
}
