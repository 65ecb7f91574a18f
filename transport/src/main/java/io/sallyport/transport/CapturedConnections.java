package io.sallyport.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/** What Linux is told, and says, of connections that it leads to another listener than the one they were for. */
public final class CapturedConnections {
    /** The same number for IPv6 (linux/netfilter_ipv4.h, linux/netfilter_ipv6/ip6_tables.h). */
    private static final int SO_ORIGINAL_DST = 80;

    private static final Family V4 = Family.of(0, 16, 4, 4);
    private static final Family V6 = Family.of(41, 28, 8, 16);

    private CapturedConnections() {}

    /** The option of one family of addresses, and where its address is in the answer; the port is at 2 (ip(7)). */
    private record Family(RawUnixChannelOption option, int addressAt, int addressBytes) {
        static Family of(int level, int bytes, int addressAt, int addressBytes) {
            var option = new RawUnixChannelOption("SO_ORIGINAL_DST", level, SO_ORIGINAL_DST, bytes);
            return new Family(option, addressAt, addressBytes);
        }

        InetSocketAddress read(ByteBuffer answer) {
            byte[] address = new byte[addressBytes];
            answer.get(addressAt, address);
            try {
                return new InetSocketAddress(
                        InetAddress.getByAddress(address), Short.toUnsignedInt(answer.getShort(Short.BYTES)));
            } catch (UnknownHostException e) {
                throw new IllegalStateException("an address of " + addressBytes + " bytes", e);
            }
        }
    }

    /**
     * Checks that {@link #destination} can be told of connections to {@code listener}.
     *
     * @throws IOException if not
     */
    public static void requireNative(Channel listener) throws IOException {
        if (!(listener instanceof EpollServerSocketChannel)) {
            throw new IOException("captured connections need Netty's epoll on Linux");
        }
    }

    /**
     * Lets {@code listener} accept connections to addresses that are not this machine's ({@code IP_TRANSPARENT}).
     *
     * @throws IOException if it may not
     */
    public static void acceptForOthers(Channel listener) throws IOException {
        requireNative(listener);
        try {
            listener.config().setOption(EpollChannelOption.IP_TRANSPARENT, true);
        } catch (ChannelException e) {
            throw new IOException("IP_TRANSPARENT: the process needs CAP_NET_ADMIN or CAP_NET_RAW", e);
        }
    }

    /**
     * Returns where {@code accepted} was to lead before NAT put the listener's address in place of that. Where no NAT
     * did, that is its local address.
     */
    public static InetSocketAddress destination(Channel accepted) {
        var local = (InetSocketAddress) accepted.localAddress();
        if (!(accepted instanceof EpollSocketChannel)) {
            return local;
        }
        Family family = local.getAddress() instanceof Inet4Address ? V4 : V6;
        try {
            return family.read(accepted.config().getOption(family.option()));
        } catch (ChannelException e) {
            return local; // the kernel tracks no such connection
        }
    }
}
