package io.sallyport.proxy.support;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.egress.DialListener;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.DialledAddress;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.model.ReasonCode;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A dialer without sockets: tests decide when and how each dial ends. */
public final class HandDialer implements Dialer {
    private final List<Attempt> attempts = new ArrayList<>();

    /** One dial. */
    public static final class Attempt implements Dial {
        public final String target;
        public final TargetProtocol wire;
        public final List<String> addresses;
        public final @Nullable ClientIdentity identity;
        private final ChannelHandler initial;
        private final DialListener listener;
        private @Nullable EmbeddedChannel opened;
        private boolean cancelled;
        private boolean waiting;

        private Attempt(Target target, ChannelHandler initial, DialListener listener) {
            this.target = target.host().authority() + ":" + target.port();
            this.wire = target.wire();
            this.addresses = target.addresses();
            this.identity = target.identity();
            this.initial = initial;
            this.listener = listener;
        }

        public EmbeddedChannel connect() {
            EmbeddedChannel channel = new EmbeddedChannel();
            channel.config().setAutoRead(false);
            channel.pipeline().addLast(initial);
            opened = channel;
            listener.ended(new DialOutcome.Connected(
                    channel, new DialledAddress(new InetSocketAddress("192.0.2.7", 80), null)));
            return channel;
        }

        public void fail(ReasonCode reason) {
            listener.ended(new DialOutcome.Failed(reason, "as the test wants", null));
        }

        /** Marks the dial as waiting for a slot. */
        public void queue() {
            waiting = true;
        }

        @Override
        public boolean isWaiting() {
            return waiting;
        }

        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public void cancel() {
            cancelled = true;
        }
    }

    /** Closes the dialled channel and releases what was not read. */
    public void finish() {
        for (Attempt attempt : attempts) {
            EmbeddedChannel channel = attempt.opened;
            if (channel != null) {
                channel.finishAndReleaseAll();
            }
        }
    }

    public List<Attempt> attempts() {
        return List.copyOf(attempts);
    }

    public Attempt last() {
        return attempts.getLast();
    }

    @Override
    public Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        Attempt attempt = new Attempt(target, initial, listener);
        attempts.add(attempt);
        return attempt;
    }
}
