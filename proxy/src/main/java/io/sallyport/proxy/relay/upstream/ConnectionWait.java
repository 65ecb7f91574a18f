package io.sallyport.proxy.relay.upstream;

import io.netty.channel.Channel;
import io.sallyport.decision.buffers.SandboxBuffers;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.DialledAddress;
import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.enforce.AllowedRequest;
import io.sallyport.proxy.relay.channel.Channels;
import io.sallyport.proxy.relay.http2.TargetFrames;
import org.jspecify.annotations.Nullable;

/**
 * One request's wait for a connection: the one that is dialled for it, or another one of its sandbox that becomes idle,
 * whichever comes first. A dial that is then not needed is given up where it still waits for its turn; else what it
 * opens is kept for whoever comes next. Confined to its event loop; used once.
 */
public final class ConnectionWait {
    private final UpstreamDialer dialer;
    private final UpstreamPool pool;
    private final UpstreamConnection fresh;
    private @Nullable Waiter waiter;
    private Dialer.@Nullable Dial dial;
    private boolean dialled;

    /** Who waits. Hears one of these once, unless the wait is cancelled. */
    public interface Waiter {
        void connected(UpstreamConnection connection);

        void unconnected(DialOutcome.Failed how);
    }

    public ConnectionWait(UpstreamDialer dialer, UpstreamPool pool, UpstreamPool.Authority authority, Waiter waiter) {
        this.dialer = dialer;
        this.pool = pool;
        this.fresh = new UpstreamConnection(authority);
        this.waiter = waiter;
    }

    UpstreamPool.Authority authority() {
        return fresh.authority();
    }

    /** Waits for whichever connection comes first. */
    public void begin(AllowedRequest passage) {
        pool.await(this);
        dial(passage);
    }

    /** Waits for the connection that is dialled: no other will do. */
    public void dial(AllowedRequest passage) {
        SandboxBuffers payer = passage.sandbox().admission().buffers();
        Dialer.Dial begun = dialer.dial(passage, authority().identity(), fresh, outcome -> dialled(outcome, payer));
        if (!dialled) {
            dial = begun;
        }
    }

    /** By the pool, which has forgotten this wait. */
    void offered(UpstreamConnection connection) {
        Dialer.Dial begun = dial;
        if (begun != null && begun.isWaiting()) {
            dial = null;
            begun.cancel();
        } else if (begun != null) {
            pool.dialsOn(this);
        }
        Waiter first = waiter;
        waiter = null;
        if (first != null) {
            first.connected(connection);
        }
    }

    private void dialled(DialOutcome outcome, SandboxBuffers payer) {
        dialled = true;
        dial = null;
        pool.leave(this);
        Waiter first = waiter;
        waiter = null;
        switch (outcome) {
            case DialOutcome.Connected(Channel channel, var address) -> {
                if (TargetFrames.areSpokenOn(channel)) {
                    channel.pipeline().remove(fresh);
                    begun(first, channel, address, payer);
                } else {
                    fresh.opened(channel, address);
                    connected(first);
                }
            }
            case DialOutcome.Failed failed -> {
                if (first != null) {
                    first.unconnected(failed);
                }
            }
        }
    }

    private void begun(@Nullable Waiter first, Channel channel, DialledAddress address, SandboxBuffers payer) {
        if (first == null && (dialer.isDraining() || pool.hasRoom(authority()))) {
            Channels.close(channel);
            return;
        }
        TargetSession session = pool.keep(authority(), channel, address, payer);
        UpstreamConnection connection = first == null ? null : session.open();
        if (connection != null && first != null) {
            first.connected(connection);
        } else if (first != null) {
            first.unconnected(
                    new DialOutcome.Failed(ReasonCode.UPSTREAM_CLOSED, "the target takes no stream", address));
        }
        pool.offer(session);
    }

    private void connected(@Nullable Waiter first) {
        if (first != null) {
            first.connected(fresh);
        } else if (dialer.isDraining()) {
            fresh.close();
        } else {
            pool.offer(fresh);
        }
    }

    /** Gives it all up; nobody hears anything any more. */
    public void cancel() {
        waiter = null;
        pool.leave(this);
        Dialer.Dial begun = dial;
        dial = null;
        if (begun != null) {
            begun.cancel();
        }
    }
}
