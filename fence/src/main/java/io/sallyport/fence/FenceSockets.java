package io.sallyport.fence;

import io.sallyport.transport.ReceivedSocket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is open inside of a fence, and answered outside. Each can be listened at once; what nobody listens at has to be
 * closed, so that connections are refused instead of waiting.
 *
 * @param process outside, one of whose descendants is the first process inside
 * @param proxy where clients that know the proxy connect, on the loopback address
 * @param redirected where connections to given addresses arrive at any other port, whose targets the kernel tells; none
 *     without nftables
 * @param transparent at all addresses, by family and port: the address of an accepted connection is the target's
 * @param dnsStreams port 53 at all addresses, TCP
 * @param dnsDatagrams port 53 at all addresses, UDP
 */
public record FenceSockets(
        long process,
        ReceivedSocket proxy,
        List<ReceivedSocket> redirected,
        List<ReceivedSocket> transparent,
        List<ReceivedSocket> dnsStreams,
        List<ReceivedSocket> dnsDatagrams)
        implements AutoCloseable {
    private static final int DNS = 53;

    /** The addresses that the gateway's DNS gives out (docs/transparent.md). */
    private static final String GIVEN_ADDRESSES = "198.18.0.0/15";

    public FenceSockets {
        redirected = List.copyOf(redirected);
        transparent = List.copyOf(transparent);
        dnsStreams = List.copyOf(dnsStreams);
        dnsDatagrams = List.copyOf(dnsDatagrams);
    }

    /** Returns how the program is asked for them. */
    static List<String> words(Set<Integer> ports) {
        List<String> words = new ArrayList<>(ofPorts(ports));
        Stream.of("tcp", "udp").forEach(kind -> {
            words.add(kind + "/0.0.0.0:" + DNS);
            words.add(kind + "/[::]:" + DNS);
        });
        words.add("tcp/127.0.0.1:0"); // after those whose port is given
        words.add("redirect/" + GIVEN_ADDRESSES); // after the proxy, which is told from it by that
        return words;
    }

    /** Returns how it is asked for those of ports alone. */
    static List<String> ofPorts(Set<Integer> ports) {
        return ports.stream()
                .sorted()
                .flatMap(port -> Stream.of("tcp/0.0.0.0:" + port, "tcp/[::]:" + port))
                .toList();
    }

    /** Returns whether connections to {@code port} can be captured besides what is open. */
    boolean isFree(int port) {
        return port != DNS
                && Stream.of(List.of(proxy), redirected, transparent)
                        .flatMap(List::stream)
                        .noneMatch(each -> each.address().getPort() == port);
    }

    /** Returns all of them, as {@link #of} sorts them, with {@code more} of TCP. */
    public List<ReceivedSocket> with(List<ReceivedSocket> more) {
        return Stream.of(List.of(proxy), redirected, transparent, dnsStreams, dnsDatagrams, more)
                .flatMap(List::stream)
                .toList();
    }

    static boolean isOnLoopback(ReceivedSocket socket) {
        return socket.address().getAddress().isLoopbackAddress();
    }

    /** Sorts what was received; the caller has at least one stream on a loopback address. */
    static FenceSockets of(long process, List<ReceivedSocket> streams, List<ReceivedSocket> datagrams) {
        List<ReceivedSocket> transparent = new ArrayList<>(streams);
        List<ReceivedSocket> loopback =
                streams.stream().filter(FenceSockets::isOnLoopback).toList();
        ReceivedSocket proxy = loopback.getFirst();
        List<ReceivedSocket> dns = streams.stream()
                .filter(each -> each.address().getPort() == DNS && !isOnLoopback(each))
                .toList();
        transparent.removeAll(loopback);
        transparent.removeAll(dns);
        return new FenceSockets(process, proxy, loopback.subList(1, loopback.size()), transparent, dns, datagrams);
    }

    /** Closes those that no channel owns. */
    @Override
    public void close() {
        with(List.of()).forEach(FenceSockets::close);
    }

    static void close(ReceivedSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
