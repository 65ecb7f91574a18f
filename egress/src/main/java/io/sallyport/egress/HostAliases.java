package io.sallyport.egress;

import io.sallyport.egress.address.AddressClass;
import io.sallyport.model.host.CanonicalAuthority;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.host.GatewayNames;
import io.sallyport.model.host.IpAddress;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Local services by name: maps {@code name} or {@code name:port} to {@code address} or {@code address:port}. An alias
 * replaces DNS and waives the address class for exactly that name (and port). Immutable.
 */
final class HostAliases {
    private final Map<CanonicalAuthority, CanonicalAuthority> targets;

    private HostAliases(Map<CanonicalAuthority, CanonicalAuthority> targets) {
        this.targets = Map.copyOf(targets);
    }

    /** The address and port that an alias leads to. */
    record AliasTarget(IpAddress address, int port) {}

    /**
     * Parses the aliases as written. Errors are added to {@code problems}; if there are any, the result must not be
     * used.
     */
    static HostAliases parse(Map<String, String> written, SettingProblems problems) {
        Map<CanonicalAuthority, CanonicalAuthority> targets = new HashMap<>();
        written.forEach((name, address) -> {
            CanonicalAuthority from = read(name, name, problems);
            CanonicalAuthority to = read(name, address, problems);
            String wrong = from == null || to == null ? null : wrong(from, to);
            if (wrong != null) {
                problems.add("egress.hosts", name, wrong);
            } else if (from != null && to != null && targets.put(from, to) != null) {
                problems.add("egress.hosts", name, "the name is there twice");
            }
        });
        return new HostAliases(targets);
    }

    /** Returns the alias for the name and port, else the one for the name, else null. */
    @Nullable
    AliasTarget find(CanonicalHost host, int port) {
        CanonicalAuthority exact = targets.get(new CanonicalAuthority(host, port));
        CanonicalAuthority to = exact != null ? exact : targets.get(new CanonicalAuthority(host, Port.NONE));
        return to == null ? null : new AliasTarget(address(to.host()), to.portOr(port));
    }

    /** Returns the names that have an alias, each with its port or {@link Port#NONE}. */
    Set<CanonicalAuthority> names() {
        return targets.keySet();
    }

    /** Returns whether there is an alias for exactly this name and port. */
    boolean names(CanonicalHost host, int port) {
        return targets.containsKey(new CanonicalAuthority(host, port));
    }

    private static @Nullable CanonicalAuthority read(String name, String text, SettingProblems problems) {
        return switch (CanonicalAuthority.parse(text, Dialect.DOCUMENT)) {
            case Parsed.Accepted(CanonicalAuthority authority) -> authority;
            case Parsed.Rejected(String why, int at) -> {
                problems.add("egress.hosts", name, text + ": " + why + " (at " + at + ")");
                yield null;
            }
        };
    }

    private static @Nullable String wrong(CanonicalAuthority from, CanonicalAuthority to) {
        if (from.host().isAddress()) {
            return "an alias is for a name; for an address there is allow_addresses";
        }
        if (GatewayNames.isOwn(from.host().text())) {
            return "the name is the gateway's own";
        }
        if (!to.host().isAddress()) {
            return "expected an address, IPv6 in brackets: " + to.host();
        }
        AddressClass kind = AddressClass.of(address(to.host()));
        return kind.isNeverDialled() ? "never dialled: " + to.host() + " is " + kind : null;
    }

    private static IpAddress address(CanonicalHost literal) {
        byte[] bytes = literal.address();
        if (bytes == null) {
            throw new IllegalStateException("not an address: " + literal);
        }
        return IpAddress.of(bytes);
    }
}
