package io.sallyport.egress.dns;

import io.netty.resolver.dns.DnsServerAddressStream;
import io.netty.resolver.dns.UnixResolverDnsServerAddressStreamProvider;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Dialect;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Determines the name servers to query: those of the setting {@code egress.dns.servers}, else the system's. */
public final class NameServers {
    private static final int DNS_PORT = 53;
    private static final File SYSTEM = new File("/etc/resolv.conf");

    /** Larger than what the system's own resolver reads from its file (resolv.conf(5): MAXNS is 3). */
    private static final int MAX_SERVERS = 8;

    private NameServers() {}

    /** The servers to query, in order, or the reason why they cannot be read. */
    public sealed interface Parsed {}

    public record Accepted(List<InetSocketAddress> servers) implements Parsed {
        public Accepted {
            servers = List.copyOf(servers);
        }
    }

    public record Rejected(String entry, String why) implements Parsed {}

    /** Parses {@code address} or {@code address:port}, with IPv6 addresses in brackets. Host names are rejected. */
    public static Parsed parse(List<String> written) {
        List<InetSocketAddress> servers = new ArrayList<>();
        for (String text : written) {
            switch (CanonicalAuthority.parse(text, Dialect.WIRE)) {
                case CanonicalAuthority.Rejected(String why, int at) -> {
                    return new Rejected(text, why + " (at " + at + ")");
                }
                case CanonicalAuthority.Accepted(CanonicalAuthority authority) -> {
                    byte[] address = authority.host().address();
                    if (address == null) {
                        return new Rejected(text, "expected an address, IPv6 in brackets");
                    }
                    servers.add(socket(address, authority.portOr(DNS_PORT)));
                }
            }
        }
        return servers.size() > MAX_SERVERS
                ? new Rejected(written.get(MAX_SERVERS), "more than " + MAX_SERVERS + " servers")
                : new Accepted(servers);
    }

    /**
     * Returns the servers of the system's resolver file, read once, or the reason why there are none. Reads a file, so
     * it may block.
     */
    public static Parsed ofSystem() {
        return ofFile(SYSTEM);
    }

    static Parsed ofFile(File file) {
        try {
            DnsServerAddressStream stream =
                    new UnixResolverDnsServerAddressStreamProvider(file).nameServerAddressStream("");
            List<InetSocketAddress> servers = new ArrayList<>();
            for (int i = 0; i < Math.min(stream.size(), MAX_SERVERS); i++) {
                servers.add(stream.next());
            }
            return new Accepted(servers);
        } catch (IOException | IllegalArgumentException e) {
            return new Rejected(file.getPath(), "names no server: " + e.getMessage());
        }
    }

    private static InetSocketAddress socket(byte[] address, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new AssertionError("4 or 16 bytes are an address", e);
        }
    }
}
