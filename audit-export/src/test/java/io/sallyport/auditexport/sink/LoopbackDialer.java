package io.sallyport.auditexport.sink;

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
import io.sallyport.model.ReasonCode;
import io.sallyport.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Connects to the target's port on loopback, without a check of the address. */
final class LoopbackDialer implements Dialer {
    @Override
    public Dial dial(Target target, EventLoop loop, ChannelHandler initial, DialListener listener) {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), target.port());
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(Transport.best().socketChannel())
                .option(ChannelOption.AUTO_READ, false)
                .handler(initial)
                .connect(address);
        connecting.addListener(done -> listener.ended(
                done.isSuccess()
                        ? new DialOutcome.Connected(connecting.channel(), new DialledAddress(address, null))
                        : new DialOutcome.Failed(ReasonCode.CONNECT_FAILED, "refused", null)));
        return () -> {};
    }
}
