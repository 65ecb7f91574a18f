package io.sallyport.cli.command;

import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The hosts that bypass the proxy, in the form of {@code NO_PROXY}: names, which include their subdomains, with or
 * without a leading dot or star; addresses; an optional port after either; a star for all. Nothing is resolved.
 * Immutable.
 */
record NoProxy(List<String> entries) {
    private static final Pattern WITH_PORT = Pattern.compile("(\\[.*]|[^:]*):([0-9]{1,5})");

    /** @param text entries separated by commas or spaces */
    static NoProxy of(String text) {
        return new NoProxy(List.of(text.strip().toLowerCase(Locale.ROOT).split("[,\\s]+", -1)));
    }

    boolean covers(URI target) {
        String host = target.getHost();
        if (host == null) {
            return false;
        }
        String plain = withoutBrackets(host.toLowerCase(Locale.ROOT));
        int standard = "https".equalsIgnoreCase(target.getScheme()) ? 443 : 80;
        int port = target.getPort() < 0 ? standard : target.getPort();
        return entries.stream().anyMatch(entry -> covers(entry, plain, port));
    }

    private static boolean covers(String entry, String host, int port) {
        Matcher written = WITH_PORT.matcher(entry);
        boolean hasPort = written.matches();
        if (hasPort && Integer.parseInt(written.group(2)) != port) {
            return false;
        }
        String named = withoutBrackets(hasPort ? written.group(1) : entry);
        InetAddress address = address(named);
        if (address != null) {
            return address.equals(address(host));
        }
        String name = named.startsWith("*.") ? named.substring(2) : named.startsWith(".") ? named.substring(1) : named;
        return named.equals("*") || (!name.isEmpty() && (host.equals(name) || host.endsWith("." + name)));
    }

    /** Returns whether the URL names this machine by its text, whatever the environment says. */
    static boolean isLoopback(URI target) {
        String host = target.getHost();
        InetAddress address = host == null ? null : address(withoutBrackets(host));
        return "localhost".equalsIgnoreCase(host) || (address != null && address.isLoopbackAddress());
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    private static @Nullable InetAddress address(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
