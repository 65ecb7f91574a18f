package io.sallyport.egress;

import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.netty.util.NetUtil;
import io.sallyport.egress.tls.TlsFault;
import io.sallyport.egress.upstream.ConnectAnswer;
import io.sallyport.egress.upstream.ConnectExchange;
import io.sallyport.egress.upstream.UpstreamProxy;
import io.sallyport.model.ReasonCode;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens a tunnel through the upstream proxy to the first of several checked addresses that the proxy reaches. Addresses
 * are asked for one after the other, each on a connection of its own; only an answer that speaks of the address (502 to
 * 504) leads to the next one. Confined to its event loop; used once.
 */
final class ProxyTunnel implements Opening {
    private final DialResources means;
    private final EventLoop loop;
    private final Hop hop;
    private final Target target;
    private final DialDeadline deadline;
    private final Consumer<End> done;
    private final Queue<InetSocketAddress> left;
    private InetSocketAddress address;
    private @Nullable AddressRace racing;
    private @Nullable ConnectAttempt connection;
    private boolean ended;

    /**
     * The proxy as it was found for one dial.
     *
     * @param addresses of the proxy; empty if its name could not be resolved
     */
    record Hop(UpstreamProxy proxy, List<InetSocketAddress> addresses) {}

    /** @param targets already checked; at least one. With a proxy that is asked for names, only the first counts */
    ProxyTunnel(
            DialResources means,
            EventLoop loop,
            Hop hop,
            Target target,
            List<InetSocketAddress> targets,
            DialDeadline deadline,
            Consumer<End> done) {
        this.means = means;
        this.loop = loop;
        this.hop = hop;
        this.target = target;
        this.left = new ArrayDeque<>(targets);
        this.address = left.remove();
        this.deadline = deadline;
        this.done = done;
    }

    @Override
    public void start() {
        if (hop.addresses().isEmpty()) {
            refuse(ReasonCode.UPSTREAM_PROXY_FAILED, "its name could not be resolved");
        } else if (hop.addresses().stream().anyMatch(means.policy()::isOwn)) {
            refuse(ReasonCode.LOOP_DETECTED, "is this gateway");
        } else {
            racing = new AddressRace(loop, means.transport(), hop.addresses(), deadline, this::reached);
            racing.start();
        }
    }

    @Override
    public void abandon() {
        ended = true;
        if (racing != null) {
            racing.abandon();
        }
        if (connection != null) {
            connection.abandon();
        }
    }

    private void reached(End end) {
        racing = null;
        switch (end) {
            case Won(ConnectAttempt open, var _) -> {
                connection = open;
                if (hop.proxy().tls()) {
                    secure(open);
                } else {
                    ask(open);
                }
            }
            case Lost(ConnectTimeoutException _, var _) ->
                refuse(ReasonCode.CONNECT_TIMEOUT, "was not reached in time");
            case Lost(Throwable cause, var _) ->
                refuse(ReasonCode.UPSTREAM_PROXY_FAILED, String.valueOf(cause.getMessage()));
            case Refused _ -> throw new IllegalStateException("a race is lost or won");
        }
    }

    private void secure(ConnectAttempt open) {
        UpstreamProxy proxy = hop.proxy();
        var tls = means.tls().newHandler(open.opened().alloc(), proxy.host(), false, deadline.millisLeft());
        open.secure(tls, end -> {
            switch (end) {
                case ConnectAttempt.Done _ -> ask(open);
                case ConnectAttempt.Broke(SslHandshakeTimeoutException _) ->
                    refuse(ReasonCode.CONNECT_TIMEOUT, "did not finish its TLS handshake in time");
                case ConnectAttempt.Broke(Throwable cause) ->
                    refuse(ReasonCode.UPSTREAM_PROXY_FAILED, "TLS: " + TlsFault.describe(cause));
            }
        });
    }

    private void ask(ConnectAttempt open) {
        boolean targetMaySpeakFirst = target.wire() == TargetProtocol.PLAIN;
        String request = hop.proxy().request(authority(), target.via());
        open.ask(new ConnectExchange(request, deadline.millisLeft(), targetMaySpeakFirst, answer -> {
            if (!ended) {
                answered(answer, open);
            }
        }));
    }

    private void answered(ConnectAnswer answer, ConnectAttempt open) {
        switch (answer) {
            case ConnectAnswer.Opened _ -> {
                connection = null;
                done.accept(new Won(open, address));
            }
            case ConnectAnswer.Declined(int status) -> declined(status, open);
            case ConnectAnswer.Broken(String why) -> refuse(ReasonCode.UPSTREAM_PROXY_FAILED, why);
            case ConnectAnswer.Late _ -> refuse(ReasonCode.CONNECT_TIMEOUT, "did not answer in time");
        }
    }

    private void declined(int status, ConnectAttempt open) {
        boolean concernsTheAddress = status >= 502 && status <= 504;
        if (!concernsTheAddress || left.isEmpty() || sendsName()) {
            refuse(reason(status), "answered " + status);
            return;
        }
        open.abandon();
        connection = null;
        address = left.remove();
        start();
    }

    private static ReasonCode reason(int status) {
        return switch (status) {
            case 502, 503 -> ReasonCode.CONNECT_FAILED;
            case 504 -> ReasonCode.CONNECT_TIMEOUT;
            case 508 -> ReasonCode.LOOP_DETECTED;
            default -> ReasonCode.UPSTREAM_PROXY_REFUSED;
        };
    }

    private String authority() {
        return sendsName() ? target.host().authority() + ":" + target.port() : NetUtil.toSocketAddressString(address);
    }

    /** A name of {@code egress.hosts} means nothing to the proxy, so its address is sent. */
    private boolean sendsName() {
        return hop.proxy().sendsNames() && !means.policy().isAlias(target.host(), target.port());
    }

    private void refuse(ReasonCode reason, String detail) {
        abandon();
        done.accept(new Refused(reason, "upstream proxy: " + detail, address));
    }
}
