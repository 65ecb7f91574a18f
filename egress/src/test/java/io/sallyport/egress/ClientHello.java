package io.sallyport.egress;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A TLS client hello (RFC 8446 section 4.1.2), as an origin reads it from one record in one segment.
 *
 * @param extensions by number
 */
record ClientHello(String sessionId, List<Integer> compressions, Map<Integer, byte[]> extensions) {
    private static final int SERVER_NAME = 0;
    private static final int PROTOCOLS = 16;
    private static final int SESSION_TICKET = 35;
    private static final int PRE_SHARED_KEY = 41;
    private static final int SUPPORTED_VERSIONS = 43;

    /** Returns a handler to place before the TLS handler; {@code seen} receives the first message. */
    static ChannelHandler reader(Consumer<ClientHello> seen) {
        return new ChannelInboundHandlerAdapter() {
            @Override
            public void channelRead(ChannelHandlerContext ctx, Object message) {
                seen.accept(read(((ByteBuf) message).duplicate()));
                ctx.pipeline().remove(this);
                ctx.fireChannelRead(message);
            }
        };
    }

    private static ClientHello read(ByteBuf in) {
        in.skipBytes(5 + 4 + 2 + 32); // record, handshake message, version, random
        String session = hex(take(in, in.readUnsignedByte()));
        in.skipBytes(in.readUnsignedShort());
        List<Integer> compressions = new ArrayList<>();
        for (byte one : take(in, in.readUnsignedByte())) {
            compressions.add((int) one);
        }
        Map<Integer, byte[]> extensions = new TreeMap<>();
        int end = in.readUnsignedShort() + in.readerIndex();
        while (in.readerIndex() < end) {
            int kind = in.readUnsignedShort();
            extensions.put(kind, take(in, in.readUnsignedShort()));
        }
        return new ClientHello(session, compressions, extensions);
    }

    /** Returns the server name; empty if none was sent. */
    String serverName() {
        byte[] list = extensions.getOrDefault(SERVER_NAME, new byte[0]);
        return list.length == 0 ? "" : new String(list, 5, list.length - 5, StandardCharsets.US_ASCII);
    }

    List<String> protocols() {
        byte[] list = extensions.getOrDefault(PROTOCOLS, new byte[2]);
        List<String> names = new ArrayList<>();
        for (int at = 2; at < list.length; at += 1 + list[at]) {
            names.add(new String(list, at + 1, list[at], StandardCharsets.US_ASCII));
        }
        return names;
    }

    List<Integer> versions() {
        byte[] list = extensions.getOrDefault(SUPPORTED_VERSIONS, new byte[1]);
        List<Integer> versions = new ArrayList<>();
        for (int at = 1; at + 1 < list.length; at += 2) {
            versions.add(((list[at] & 0xff) << 8) | (list[at + 1] & 0xff));
        }
        return versions;
    }

    /** Returns whether it offers to resume a session by key or by ticket. */
    boolean resumes() {
        return extensions.containsKey(PRE_SHARED_KEY)
                || extensions.getOrDefault(SESSION_TICKET, new byte[0]).length > 0;
    }

    static String hex(byte[] bytes) {
        return ByteBufUtil.hexDump(bytes);
    }

    private static byte[] take(ByteBuf in, int length) {
        byte[] bytes = new byte[length];
        in.readBytes(bytes);
        return bytes;
    }
}
