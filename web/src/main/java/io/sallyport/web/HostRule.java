package io.sallyport.web;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides whether the {@code Host} of a request may name this listener. A page that resolves its own name to this
 * machine (DNS rebinding) sends that name, so a name passes only if it is {@code localhost} or configured. An address
 * passes if it is loopback or the one that the connection was made to. Immutable.
 */
public final class HostRule {
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(?::(\\d{1,5}))?");

    private final Set<String> names;

    /** @param names in lower case */
    public HostRule(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    /** Returns whether the request has exactly one {@code Host} and it passes. */
    public boolean admits(WebRequest request) {
        List<String> host = request.head().headers().getAll(HttpHeaderNames.HOST);
        return host.size() == 1 && admits(host.getFirst(), request.local());
    }

    private boolean admits(String authority, InetSocketAddress local) {
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            return false;
        }
        String host = parts.group(1).toLowerCase(Locale.ROOT);
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        return literal == null ? isNamed(host) : isOurs(literal, local);
    }

    private boolean isNamed(String host) {
        return host.equals("localhost") || names.contains(host);
    }

    private static boolean isOurs(byte[] literal, InetSocketAddress local) {
        try {
            InetAddress address = InetAddress.getByAddress(literal);
            return address.isLoopbackAddress() || address.equals(local.getAddress());
        } catch (UnknownHostException _) {
            return false; // impossible length
        }
    }
}
