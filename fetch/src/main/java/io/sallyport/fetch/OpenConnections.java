package io.sallyport.fetch;

import io.netty.channel.Channel;
import io.sallyport.model.SandboxId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open connections, of which there is a bound in all and one for each run. One over it takes the place of the one that
 * has waited longest: without showing a token, or else with a body that does not end, of the run that has the most. So idle
 * or slow peers keep nobody out, and no run another. Confined to the event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // nobody waits for a close
final class OpenConnections {
    private final int most;
    private final int mostEach;
    private final Set<Channel> open = new HashSet<>();
    private final SequencedSet<Channel> waiting = new LinkedHashSet<>();
    private final Map<SandboxId, Share> shares = new HashMap<>();
    private final Map<Channel, Share> owners = new HashMap<>();
    private @Nullable Runnable drained;

    OpenConnections(int most, int mostEach) {
        this.most = most;
        this.mostEach = mostEach;
    }

    /** The connections of one run that are busy. */
    private static final class Share {
        private final SandboxId sandbox;
        private final SequencedSet<Channel> reading = new LinkedHashSet<>();
        private final Set<Channel> working = new HashSet<>();

        private Share(SandboxId sandbox) {
            this.sandbox = sandbox;
        }

        private int size() {
            return reading.size() + working.size();
        }
    }

    /** Takes {@code channel}, which has shown nothing yet, or answers false where every other one is at work. */
    boolean opened(Channel channel) {
        if (open.size() >= most && !evict()) {
            return false;
        }
        open.add(channel);
        waiting.add(channel);
        return true;
    }

    private boolean evict() {
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
        closed(channel);
        channel.close();
        return true;
    }

    /** It has shown the token of {@code sandbox}, and its body is read; false where that run has too many at work already. */
    boolean reads(Channel channel, SandboxId sandbox) {
        if (drained != null || !hasRoom(shares.get(sandbox))) {
            return false;
        }
        Share own = shares.computeIfAbsent(sandbox, Share::new);
        waiting.remove(channel);
        own.reading.add(channel);
        owners.put(channel, own);
        return true;
    }

    private boolean hasRoom(@Nullable Share share) {
        return share == null
                || share.size() < mostEach
                || (!share.reading.isEmpty() && close(share.reading.getFirst()));
    }

    /** Its request is there, and is answered now. */
    void works(Channel channel) {
        Share share = owners.get(channel);
        if (share != null) {
            share.reading.remove(channel);
            share.working.add(channel);
        }
    }

    /** Its request was answered. */
    void waits(Channel channel) {
        release(channel);
        if (open.contains(channel)) {
            waiting.add(channel);
        }
    }

    void closed(Channel channel) {
        release(channel);
        open.remove(channel);
        waiting.remove(channel);
    }

    private void release(Channel channel) {
        Share share = owners.remove(channel);
        if (share != null) {
            share.reading.remove(channel);
            share.working.remove(channel);
            if (share.size() == 0) {
                shares.remove(share.sandbox);
            }
        }
        tellIfDrained();
    }

    /** From now on nothing is read any more; {@code idle} is run once none is at work. */
    void drain(Runnable idle) {
        drained = idle;
        tellIfDrained();
    }

    private void tellIfDrained() {
        if (drained != null && shares.values().stream().allMatch(share -> share.working.isEmpty())) {
            drained.run();
        }
    }
}
