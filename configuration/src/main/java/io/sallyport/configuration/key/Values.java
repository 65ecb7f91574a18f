package io.sallyport.configuration.key;

import io.sallyport.decision.AdmissionLimits;
import io.sallyport.decision.guard.ClosedPaths;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.text.Parsed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses single values; each parser returns null if the text is invalid. */
public final class Values {
    /** The form that {@link #socketAddress} reads, for messages. */
    public static final String SOCKET_ADDRESS = "ADDRESS:PORT";

    /** The form that {@link #sandboxPath} reads, for messages. */
    public static final String SANDBOX_PATH =
            "an absolute path without a slash at its end, without . and .. and without control characters";

    public static final String VARIABLE = "the name of a variable";
    public static final String DURATION = "a duration above zero, as 500ms, 10s, 5m or 1h, at most 24h";

    private static final Pattern DURATION_FORM = Pattern.compile("([0-9]{1,8})(ms|s|m|h)");
    private static final Pattern LOOPBACK_FORM = Pattern.compile("127(?:\\.[0-9]{1,3}){3}");
    private static final Pattern ADDRESS_FORM =
            Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([0-9]{1,3}(?:\\.[0-9]{1,3}){3}|localhost)):([0-9]{1,5})");
    private static final Duration LONGEST = Duration.ofHours(24);

    private Values() {}

    public static @Nullable Cidr block(String text) {
        return Cidr.parse(text) instanceof Parsed.Accepted(Cidr block) ? block : null;
    }

    public static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /**
     * Reads {@code 127.0.0.1:3128}, {@code [::1]:3128} or {@code localhost:3128}; never a name that would need
     * resolving.
     */
    public static @Nullable InetSocketAddress socketAddress(String text) {
        Matcher form = ADDRESS_FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        int port = Integer.parseInt(form.group(3));
        String literal = form.group(1) == null ? form.group(2) : form.group(1);
        InetAddress address = address(literal.equals("localhost") ? "127.0.0.1" : literal);
        return address == null || port > 65_535 ? null : new InetSocketAddress(address, port);
    }

    /** Reads a directory as a sandbox names it; does not access this machine's files. */
    public static @Nullable String sandboxPath(String text) {
        boolean isPath = text.matches("(?:/[^/]+)+") && text.chars().noneMatch(Character::isISOControl);
        return isPath && !text.matches(".*/\\.\\.?(?:/.*)?") ? text : null;
    }

    public static @Nullable String variableName(String text) {
        return text.matches("[A-Za-z_][A-Za-z0-9_]*") ? text : null;
    }

    public static @Nullable InetSocketAddress loopbackAddress(String text) {
        InetSocketAddress address = socketAddress(text);
        return address != null && address.getAddress().isLoopbackAddress() ? address : null;
    }

    /** Reads a WebSocket URL, which must use TLS or stay on this machine, since a token is sent to it. */
    public static @Nullable URI webSocket(String text) {
        try {
            var url = new URI(text);
            String scheme = String.valueOf(url.getScheme());
            String host = String.valueOf(url.getHost());
            boolean isHere = host.equals("localhost")
                    || host.equals("[::1]")
                    || LOOPBACK_FORM.matcher(host).matches();
            boolean isPlain = url.getUserInfo() == null && url.getFragment() == null && url.getHost() != null;
            return isPlain && (scheme.equals("wss") || (scheme.equals("ws") && isHere)) ? url : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }

    public static @Nullable InetSocketAddress dnsServer(String text) {
        InetSocketAddress address = socketAddress(text);
        return address == null || address.getPort() == 0 ? null : address;
    }

    public static @Nullable Duration grace(String text) {
        Duration read = text.equals("0") || text.equals("0s") ? Duration.ZERO : duration(text);
        return read == null || read.compareTo(AdmissionLimits.MAX_GRACE) > 0 ? null : read;
    }

    public static @Nullable Duration duration(String text) {
        Matcher form = DURATION_FORM.matcher(text);
        if (!form.matches()) {
            return null;
        }
        long amount = Long.parseLong(form.group(1));
        Duration read = switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
        return read.isZero() || read.compareTo(LONGEST) > 0 ? null : read;
    }

    public static Section.Reading<Long> amount(long least, long most) {
        return text -> {
            try {
                long amount = Long.parseLong(text);
                return amount < least || amount > most ? null : amount;
            } catch (NumberFormatException _) {
                return null;
            }
        };
    }

    public static Section.Reading<Integer> number(int least, int most) {
        return text -> {
            try {
                int number = Integer.parseInt(text);
                return number < least || number > most ? null : number;
            } catch (NumberFormatException _) {
                return null;
            }
        };
    }

    public static @Nullable Boolean trueOrFalse(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> null;
        };
    }

    public static @Nullable String closedPath(String text) {
        return text.substring(text.startsWith("**/") ? 2 : 0).indexOf('*') < 0 && ClosedPaths.isOne(text) ? text : null;
    }

    public static @Nullable String role(String text) {
        return switch (text) {
            case "runner", "security", "reader" -> text;
            default -> null;
        };
    }

    public static @Nullable String word(String text) {
        return text.isBlank() ? null : text;
    }

    private static @Nullable InetAddress address(String literal) {
        return IpAddress.parse(literal) instanceof Parsed.Accepted(IpAddress address) ? address.toInetAddress() : null;
    }

    /** Returns the values of {@code key} by sandbox. */
    public static <T> Map<SandboxId, T> bySandbox(Section section, Key<T> key) throws ConfigException {
        var values = new LinkedHashMap<SandboxId, T>();
        for (var entry : section.map(key).entrySet()) {
            SandboxId id = SandboxId.parse(entry.getKey());
            if (id == null) {
                throw section.place(key.name())
                        .error(key.path() + ": " + entry.getKey() + " (expected: the id of a sandbox)");
            }
            values.put(id, entry.getValue());
        }
        return values;
    }
}
