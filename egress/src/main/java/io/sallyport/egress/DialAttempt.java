package io.sallyport.egress;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.sallyport.egress.address.AddressList;
import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.dns.Resolution;
import io.sallyport.egress.share.SlotQueue;
import io.sallyport.egress.tls.ClientIdentity;
import io.sallyport.egress.tls.TlsFault;
import io.sallyport.egress.upstream.UpstreamProxy;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.host.IpAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One dial, from the name to the connection or the refusal. Confined to its event loop. */
final class DialAttempt implements Dialer.Dial {
    /** How many addresses of a name are tried; all of them are checked. */
    private static final int MAX_TRIES = 6;

    private final DialResources means;
    private final Target target;
    private final AddressList list;
    private final EventLoop loop;
    private final ChannelHandler initial;
    private final DialListener listener;
    private @Nullable String via;
    private boolean ended;
    private SlotQueue.@Nullable Slot slot;
    private @Nullable DialQueuePlace waiting;
    private NameResolver.@Nullable Pending resolving;
    private ProxyTunnel.@Nullable Hop hop;
    private @Nullable Opening opening;
    private @Nullable ConnectAttempt connecting;

    DialAttempt(DialResources means, Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        this.means = means;
        this.target = target;
        this.list = AddressList.of(target.addresses());
        this.loop = loop;
        this.initial = initial;
        this.listener = listener;
    }

    void begin() {
        if (ended) {
            return;
        }
        switch (means.slots().ask(target.sandbox(), this::handedOver)) {
            case SlotQueue.Slot free -> proceed(free);
            case SlotQueue.Place place ->
                waiting = DialQueuePlace.await(place, loop, means.limits().maxWait(), this::waitedInVain);
            case SlotQueue.Full _ ->
                fail(ReasonCode.TOO_MANY_CONNECTIONS, "too many wait for a connection to be opened", null);
        }
    }

    /** Called by the thread that released the slot, which may be any thread. */
    private void handedOver(SlotQueue.Slot free) {
        try {
            loop.execute(() -> turn(free));
        } catch (RejectedExecutionException ending) { // the loop shuts down, and every dial on it ends
            free.release();
        }
    }

    private void turn(SlotQueue.Slot free) {
        stopWaiting();
        if (ended) {
            free.release();
        } else {
            proceed(free);
        }
    }

    private void waitedInVain() {
        Duration most = means.limits().maxWait();
        fail(ReasonCode.TOO_MANY_CONNECTIONS, "no turn to open a connection came within " + most, null);
    }

    private void proceed(SlotQueue.Slot taken) {
        slot = taken;
        InetSocketAddress endpoint = means.endpoint(target);
        UpstreamProxy proxy = means.proxy();
        if (endpoint != null) {
            connect(List.of(endpoint), null);
        } else if (proxy == null) {
            route();
        } else {
            find(proxy);
        }
    }

    private void route() {
        follow(means.policy().route(target.host(), target.port(), list));
    }

    /** Finds the upstream proxy before the target is judged: its addresses are no targets. */
    private void find(UpstreamProxy proxy) {
        IpAddress literal = proxy.literal();
        if (literal != null) {
            found(proxy, List.of(literal));
        } else {
            resolving = means.resolver().resolve(target.sandbox(), proxy.host().text(), loop, resolution -> {
                resolving = null;
                found(proxy, resolution instanceof Resolution.Addresses(var addresses) ? addresses : List.of());
            });
        }
    }

    private void found(UpstreamProxy proxy, List<IpAddress> addresses) {
        List<InetSocketAddress> sockets =
                addresses.stream().map(one -> socket(one, proxy.port())).toList();
        hop = new ProxyTunnel.Hop(proxy, sockets);
        means.policy().leadsThrough(sockets);
        route();
    }

    @Override
    public boolean isWaiting() {
        return !ended && slot == null;
    }

    @Override
    public void cancel() {
        finish();
        NameResolver.Pending lookup = resolving;
        if (lookup != null) {
            lookup.cancel();
        }
        Opening under = opening;
        if (under != null) {
            under.abandon();
        }
        ConnectAttempt open = connecting;
        if (open != null) {
            open.abandon();
        }
    }

    private void follow(EgressPolicy.Route route) {
        switch (route) {
            case EgressPolicy.Refuse(ReasonCode reason, String detail, var address) -> fail(reason, detail, address);
            case EgressPolicy.Resolve(String name) ->
                resolving = means.resolver().resolve(target.sandbox(), name, loop, this::resolved);
            case EgressPolicy.Direct direct -> connect(direct);
        }
    }

    private void resolved(Resolution resolution) {
        resolving = null;
        switch (resolution) {
            case Resolution.Addresses(var addresses) -> follow(means.policy().judge(addresses, target.port(), list));
            case Resolution.Failed(String detail) -> fail(ReasonCode.DNS_FAILED, detail, null);
            case Resolution.Busy _ -> fail(ReasonCode.RATE_LIMITED, "too many names are being resolved at once", null);
        }
    }

    /** Connects to the addresses that the policy permits, at most {@link #MAX_TRIES} of them. */
    private void connect(EgressPolicy.Direct direct) {
        ProxyTunnel.Hop through = hop == null || hop.proxy().passesBy(target.host(), direct.addresses()) ? null : hop;
        connect(
                direct.addresses().stream()
                        .limit(MAX_TRIES)
                        .map(address -> socket(address, direct.port()))
                        .toList(),
                through);
    }

    private void connect(List<InetSocketAddress> addresses, ProxyTunnel.@Nullable Hop through) {
        via = through == null ? null : through.proxy().authority();
        DialDeadline until = DialDeadline.in(means.limits().connectTimeout(), means.nanoClock());
        long begun = means.nanoClock().getAsLong();
        Consumer<Opening.End> done = end -> {
            if (end instanceof Opening.Won) {
                means.meter().connected(means.nanoClock().getAsLong() - begun);
            }
            ended(end, until);
        };
        opening = through == null
                ? new AddressRace(loop, means.transport(), addresses, until, done)
                : new ProxyTunnel(means, loop, through, target, addresses, until, done);
        opening.start();
    }

    private void ended(Opening.End end, DialDeadline until) {
        opening = null;
        switch (end) {
            case Opening.Won(ConnectAttempt connection, var address) -> {
                connecting = connection;
                opened(connection, address, until);
            }
            case Opening.Lost(ConnectTimeoutException cause, var address) ->
                fail(ReasonCode.CONNECT_TIMEOUT, String.valueOf(cause.getMessage()), address);
            case Opening.Lost(Throwable cause, var address) -> unreachable(cause, address);
            case Opening.Refused(ReasonCode reason, String detail, var address) -> fail(reason, detail, address);
        }
    }

    private void opened(ConnectAttempt connection, InetSocketAddress address, DialDeadline until) {
        switch (target.wire()) {
            case PLAIN -> admit(connection, address);
            case TLS -> secure(connection, address, false, until);
            case TLS_WITH_HTTP2 -> secure(connection, address, true, until);
        }
    }

    private void secure(ConnectAttempt connection, InetSocketAddress address, boolean offersHttp2, DialDeadline until) {
        ByteBufAllocator alloc = connection.opened().alloc();
        ClientIdentity identity = target.identity();
        SslHandler tls = identity == null
                ? means.tls().newHandler(alloc, target.host(), offersHttp2, until.millisLeft())
                : means.tls().newHandler(alloc, target.host(), offersHttp2, until.millisLeft(), identity);
        if (tls == null) {
            connection.abandon();
            connecting = null;
            fail(ReasonCode.CREDENTIAL_UNAVAILABLE, "the client certificate was replaced while it dialled", address);
            return;
        }
        long begun = means.nanoClock().getAsLong();
        connection.secure(tls, end -> {
            if (end instanceof ConnectAttempt.Done) {
                means.meter().shaken(means.nanoClock().getAsLong() - begun);
            }
            shaken(connection, address, end);
        });
    }

    /**
     * After a failed handshake no other address of the name is tried: a wrong certificate is something that the
     * operator must see, not a fault to work around.
     */
    private void shaken(ConnectAttempt connection, InetSocketAddress address, ConnectAttempt.End end) {
        switch (end) {
            case ConnectAttempt.Done _ -> admit(connection, address);
            case ConnectAttempt.Broke(SslHandshakeTimeoutException cause) ->
                fail(ReasonCode.CONNECT_TIMEOUT, String.valueOf(cause.getMessage()), address);
            case ConnectAttempt.Broke(Throwable cause) ->
                fail(ReasonCode.UPSTREAM_TLS_REFUSED, TlsFault.describe(cause), address);
        }
    }

    private void admit(ConnectAttempt connection, InetSocketAddress address) {
        connection.admit(initial, end -> {
            connecting = null;
            switch (end) {
                case ConnectAttempt.Done(var channel) ->
                    finish(new DialOutcome.Connected(channel, new DialledAddress(address, via)));
                case ConnectAttempt.Broke(Throwable cause) -> unreachable(cause, address);
            }
        });
    }

    private void unreachable(Throwable cause, InetSocketAddress address) {
        fail(ReasonCode.CONNECT_FAILED, String.valueOf(cause.getMessage()), address);
    }

    private void fail(ReasonCode reason, String detail, @Nullable InetSocketAddress address) {
        DialledAddress dialled = address == null ? null : new DialledAddress(address, via);
        finish(new DialOutcome.Failed(reason, detail, dialled));
    }

    private void finish(DialOutcome outcome) {
        if (!ended) {
            finish();
            means.meter().ended(outcome);
            listener.ended(outcome);
        }
    }

    private void finish() {
        ended = true;
        stopWaiting();
        SlotQueue.Slot taken = slot;
        if (taken != null) {
            taken.release();
        }
    }

    private void stopWaiting() {
        DialQueuePlace turn = waiting;
        waiting = null;
        if (turn != null) {
            turn.giveUp();
        }
    }

    private static InetSocketAddress socket(IpAddress address, int port) {
        return new InetSocketAddress(address.toInetAddress(), port);
    }
}
