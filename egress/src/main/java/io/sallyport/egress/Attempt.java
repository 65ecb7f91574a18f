package io.sallyport.egress;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.sallyport.egress.address.IpAddress;
import io.sallyport.egress.dns.NameResolver;
import io.sallyport.egress.dns.Resolution;
import io.sallyport.egress.share.Slots;
import io.sallyport.model.CanonicalHost;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One dial from the name to the connection or the refusal. Confined to its event loop. */
final class Attempt implements Dialer.Dial {
    /** Addresses of a name that are tried; all of them are judged. */
    private static final int MAX_TRIES = 6;

    private final Means means;
    private final Target target;
    private final EventLoop loop;
    private final ChannelHandler initial;
    private final DialListener listener;
    private final Queue<InetSocketAddress> left = new ArrayDeque<>(MAX_TRIES);
    private boolean ended;
    private long deadline;
    private Slots.@Nullable Slot slot;
    private NameResolver.@Nullable Pending resolving;
    private @Nullable ConnectTry connecting;

    Attempt(Means means, Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        this.means = means;
        this.target = target;
        this.loop = loop;
        this.initial = initial;
        this.listener = listener;
    }

    /** Who wants to go where. */
    record Target(SandboxId sandbox, CanonicalHost host, int port) {}

    void begin() {
        if (ended) {
            return;
        }
        slot = means.slots().take(target.sandbox());
        if (slot == null) {
            fail(ReasonCode.TOO_MANY_CONNECTIONS, "too many connections are being opened at once", null);
        } else {
            follow(means.policy().route(target.host(), target.port()));
        }
    }

    @Override
    public void cancel() {
        finish();
        NameResolver.Pending lookup = resolving;
        if (lookup != null) {
            lookup.cancel();
        }
        ConnectTry open = connecting;
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
            case Resolution.Addresses(var addresses) -> follow(means.policy().judge(addresses, target.port()));
            case Resolution.Failed(String detail) -> fail(ReasonCode.DNS_FAILED, detail, null);
            case Resolution.Busy _ -> fail(ReasonCode.RATE_LIMITED, "too many names are being resolved at once", null);
        }
    }

    private void connect(EgressPolicy.Direct direct) {
        direct.addresses().stream()
                .limit(MAX_TRIES)
                .map(address -> socket(address, direct.port()))
                .forEach(left::add);
        deadline =
                means.nanoClock().getAsLong() + means.limits().connectTimeout().toNanos();
        next();
    }

    /** Tries the next address, with an even share of the time that is left. */
    private void next() {
        int tries = left.size();
        InetSocketAddress address = left.remove();
        long share = (deadline - means.nanoClock().getAsLong()) / tries;
        int millis = (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(share));
        ConnectTry one = new ConnectTry(initial, end -> heard(address, end));
        connecting = one;
        one.start(loop, means.transport(), address, millis);
    }

    private void heard(InetSocketAddress address, ConnectTry.End end) {
        connecting = null;
        switch (end) {
            case ConnectTry.Opened(var channel) -> finish(new DialOutcome.Connected(channel, address));
            case ConnectTry.Broke _
            when !left.isEmpty() && deadline - means.nanoClock().getAsLong() > 0 -> next();
            case ConnectTry.Broke(ConnectTimeoutException cause) ->
                fail(ReasonCode.CONNECT_TIMEOUT, String.valueOf(cause.getMessage()), address);
            case ConnectTry.Broke(Throwable cause) ->
                fail(ReasonCode.CONNECT_FAILED, String.valueOf(cause.getMessage()), address);
        }
    }

    private void fail(ReasonCode reason, String detail, @Nullable InetSocketAddress address) {
        finish(new DialOutcome.Failed(reason, detail, address));
    }

    private void finish(DialOutcome outcome) {
        if (!ended) {
            finish();
            listener.ended(outcome);
        }
    }

    private void finish() {
        ended = true;
        Slots.Slot taken = slot;
        if (taken != null) {
            taken.release();
        }
    }

    private static InetSocketAddress socket(IpAddress address, int port) {
        return new InetSocketAddress(address.toInetAddress(), port);
    }
}
