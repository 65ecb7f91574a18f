package io.sallyport.proxy.dns;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import io.sallyport.model.SandboxId;
import io.sallyport.proxy.identity.NetworkEvidence;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers queries by UDP (RFC 1035 section 4.2.1). What a full socket does not take is dropped, as on any
 * network. One per channel.
 */
public final class DnsDatagrams extends SimpleChannelInboundHandler<DatagramPacket> {
    private static final Logger LOG = LoggerFactory.getLogger(DnsDatagrams.class);

    private final NameService names;
    private final NetworkEvidence evidence;

    /** @param evidence says whose the queries are */
    public DnsDatagrams(NameService names, NetworkEvidence evidence) {
        this.names = names;
        this.evidence = evidence;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramPacket packet) {
        if (!ctx.channel().isWritable() || packet.sender().getPort() == 0) {
            return;
        }
        SandboxId owner = evidence.sandbox(packet.sender().getAddress());
        ByteBuf answer = names.answer(owner, packet.content(), ctx.alloc());
        if (answer != null) {
            var _ = ctx.write(new DatagramPacket(answer, packet.sender()));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        ctx.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.debug("a datagram could not be answered", cause);
    }
}
