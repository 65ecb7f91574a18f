package io.sallyport.proxy.support;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.sallyport.egress.DialListener;
import io.sallyport.egress.DialOutcome;
import io.sallyport.egress.Dialer;
import io.sallyport.egress.DialledAddress;
import io.sallyport.egress.Target;
import io.sallyport.egress.TargetProtocol;
import io.sallyport.model.ReasonCode;
import io.sallyport.transport.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Dials names for which a test gave an address, records each dial, and fails the others like DNS would. */
@SuppressWarnings("FutureReturnValueIgnored") // the listener reports the result
public final class LocalDialer implements Dialer {
    private final Map<String, InetSocketAddress> addresses = new ConcurrentHashMap<>();
    private final Map<String, ReasonCode> failures = new ConcurrentHashMap<>();
    private final List<String> dialled = new CopyOnWriteArrayList<>();

    public void name(String hostAndPort, InetSocketAddress address) {
        addresses.put(hostAndPort, address);
    }

    public void fail(String hostAndPort, ReasonCode reason) {
        failures.put(hostAndPort, reason);
    }

    /** Returns {@code host:port} of each dial, in order. */
    public List<String> dialled() {
        return List.copyOf(dialled);
    }

    @Override
    public Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        if (target.wire() != TargetProtocol.PLAIN) {
            throw new IllegalArgumentException("this dialer speaks no TLS: " + target);
        }
        String name = target.host().authority() + ":" + target.port();
        dialled.add(name);
        InetSocketAddress address = addresses.get(name);
        if (address == null) {
            ReasonCode reason = failures.getOrDefault(name, ReasonCode.DNS_FAILED);
            listener.ended(new DialOutcome.Failed(reason, "no such name in this test", null));
            return () -> {};
        }
        return connect(loop, initial, address, listener);
    }

    private static Dial connect(
            EventLoop loop, ChannelHandler initial, InetSocketAddress address, DialListener listener) {
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(Transport.of(loop).socketChannel())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(initial)
                .connect(address);
        Attempt attempt = new Attempt();
        connecting.addListener(_ -> {
            if (attempt.cancelled) {
                connecting.channel().close();
            } else if (connecting.isSuccess()) {
                listener.ended(new DialOutcome.Connected(connecting.channel(), new DialledAddress(address, null)));
            } else {
                listener.ended(new DialOutcome.Failed(
                        ReasonCode.CONNECT_FAILED,
                        String.valueOf(connecting.cause()),
                        new DialledAddress(address, null)));
            }
        });
        return attempt;
    }

    /** Confined to the loop. */
    private static final class Attempt implements Dial {
        private boolean cancelled;

        @Override
        public void cancel() {
            cancelled = true;
        }
    }
}
