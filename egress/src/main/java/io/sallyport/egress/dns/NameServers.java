package io.sallyport.egress.dns;

import io.netty.resolver.dns.DnsServerAddressStream;
import io.netty.resolver.dns.UnixResolverDnsServerAddressStreamProvider;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Reads the system's name servers, which are queried unless the setting {@code egress.dns.servers} names others. */
public final class NameServers {
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
}
