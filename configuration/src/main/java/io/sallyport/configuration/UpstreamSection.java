package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.HostList;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The section {@code egress.upstream_proxy}: the proxy that connections to targets lead through. */
final class UpstreamSection {
    private static final String HTTP = "http://";
    private static final String HTTPS = "https://";
    private static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1");

    private static final Keys PROXY = new Keys("egress.upstream_proxy");
    private static final Key<Place> URL = PROXY.optional(
            "url",
            Form.text("http://HOST:PORT or https://HOST:PORT", UpstreamSection::place),
            "targets are dialled themselves",
            "The proxy that connections to targets lead through, by CONNECT" + " ([guide](upstream-proxy.md)).");
    private static final Key<String> USERNAME = PROXY.optional(
            "username",
            Form.text("text without a colon", text -> text.isEmpty() || text.contains(":") ? null : text),
            "no credentials",
            "The gateway's own name at the proxy. Needs `password_file`.");
    private static final Key<String> PASSWORD_FILE =
            PROXY.optional("password_file", Forms.FILE, "none", "Its password, in the first line. Read at the start.");
    private static final Key<String> NO_PROXY = PROXY.list(
            "no_proxy",
            Form.text("NAME, *.NAME, an address or a CIDR block", Values::word),
            "`[\"127.0.0.0/8\", \"::1\"]`",
            "Targets that are dialled without the proxy.");
    private static final Key<Boolean> CONNECT_TO = PROXY.value(
            "connect_to",
            Form.words(Forms.two("address", false, "name", true)),
            false,
            "What the proxy is asked for: the address that was checked, or the target's name, where it filters by name.");

    private UpstreamSection() {}

    static List<Keys> keys() {
        return List.of(PROXY);
    }

    /** @param folder base of relative paths */
    static Config.@Nullable UpstreamProxy read(Section section, Path folder) throws ConfigException {
        Place place = section.find(URL);
        String username = section.find(USERNAME);
        Path password = section.path(PASSWORD_FILE, folder);
        List<String> direct = section.list(NO_PROXY, LOOPBACK);
        boolean sendsNames = section.read(CONNECT_TO);
        boolean isEmpty = section.keys().isEmpty();
        section.end();
        if ((username == null) != (password == null)) {
            throw section.place("username")
                    .error("egress.upstream_proxy: username and password_file are needed together");
        }
        if (place == null) {
            if (isEmpty || section.has(URL)) {
                return null; // a value without the form of a URL is a fault already
            }
            throw section.place("url").error("egress.upstream_proxy: url is needed");
        }
        return new Config.UpstreamProxy(
                place.at(), place.tls(), username, password, sendsNames, hosts(section, direct), Cidr.among(direct));
    }

    private static HostList hosts(Section section, List<String> direct) throws ConfigException {
        List<String> names = direct.stream()
                .filter(text -> Cidr.parse(text) instanceof Parsed.Rejected)
                .toList();
        return switch (HostList.parse(names)) {
            case HostList.Accepted(var hosts) -> hosts;
            case HostList.Rejected(var problems) -> {
                HostList.Problem first = problems.getFirst();
                throw section.place("no_proxy")
                        .error("egress.upstream_proxy.no_proxy: " + first.entry() + ": " + first.why());
            }
        };
    }

    /** Where the proxy is. */
    private record Place(CanonicalAuthority at, boolean tls) {}

    /** A user name in the URL is refused: the configuration holds no secret. */
    private static @Nullable Place place(String text) {
        boolean tls = text.startsWith(HTTPS);
        if (!tls && !text.startsWith(HTTP)) {
            return null;
        }
        String rest = text.substring((tls ? HTTPS : HTTP).length());
        String authority = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        String meant = authority.startsWith("localhost:") ? "127.0.0.1" + authority.substring(9) : authority;
        return CanonicalAuthority.parse(meant, Dialect.DOCUMENT) instanceof Parsed.Accepted(var at)
                        && at.port() != Port.NONE
                ? new Place(at, tls)
                : null;
    }
}
