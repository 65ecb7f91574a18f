package io.sallyport.egress.upstream;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.HostList;
import io.sallyport.model.host.IpAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP proxy that connections to targets lead through, by CONNECT (RFC 9110 section 9.3.6). Immutable.
 *
 * @param host a name, which is resolved like a target's, or an address
 * @param port 1..65535
 * @param tls whether TLS is spoken with the proxy itself; its certificate is judged like a target's
 * @param credentials the gateway's own at the proxy, or null
 * @param sendsNames whether the proxy is asked for a target's name rather than for its checked address
 * @param directHosts targets that are dialled without the proxy
 * @param directBlocks addresses that are dialled without the proxy
 */
public record UpstreamProxy(
        CanonicalHost host,
        int port,
        boolean tls,
        @Nullable UpstreamCredentials credentials,
        boolean sendsNames,
        HostList directHosts,
        List<Cidr> directBlocks) {
    public UpstreamProxy {
        directBlocks = List.copyOf(directBlocks);
    }

    /** Returns {@code HOST:PORT}. */
    public String authority() {
        return host.authority() + ":" + port;
    }

    /** Returns the proxy's address if it is configured as one, or null if its name has to be resolved. */
    public @Nullable IpAddress literal() {
        byte[] bytes = host.address();
        return bytes == null ? null : IpAddress.of(bytes);
    }

    /** Returns whether a target at these addresses is dialled without the proxy. */
    public boolean passesBy(CanonicalHost target, List<IpAddress> addresses) {
        return directHosts.contains(target) || addresses.stream().allMatch(this::isDirect);
    }

    private boolean isDirect(IpAddress address) {
        return directBlocks.stream().anyMatch(block -> block.contains(address));
    }

    /**
     * Returns the request for a tunnel.
     *
     * @param authority a canonical {@code host:port}
     * @param via a value of {@code Via}, or empty
     */
    public String request(String authority, String via) {
        String passed = via.isEmpty() ? "" : "Via: " + via + "\r\n";
        String authorization = credentials == null ? "" : "Proxy-Authorization: " + credentials.header() + "\r\n";
        return "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n" + authorization + passed + "\r\n";
    }
}
