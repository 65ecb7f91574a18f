package io.sallyport.leasebridge.skill;

import io.sallyport.leasebridge.GrantPatterns;
import io.sallyport.leasebridge.PublicSuffixes;
import io.sallyport.model.PathPattern;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads one entry of {@code allow_domains} as text: {@code host[:port]} or {@code scheme://host[:port][/path]}. Here
 * {@code *.x} is exactly one label and {@code **.x} one or more, never {@code x} itself, unlike in leases.
 */
final class Domains {
    private static final Set<Scheme> SCHEMES = EnumSet.complementOf(EnumSet.of(Scheme.S3, Scheme.API));

    private Domains() {}

    /**
     * A valid entry.
     *
     * @param scheme null if none is named
     * @param port {@link Port#NONE} if none is named
     * @param path null if none is named
     */
    record Domain(
            @Nullable Scheme scheme,
            HostPattern host,
            int port,
            @Nullable PathPattern path) {}

    /** @param acknowledged whether the author accepts that others can register names under its suffix */
    static Parsed<Domain> read(String text, boolean acknowledged) {
        int colon = text.indexOf("://");
        Scheme scheme = colon < 0 ? null : Scheme.of(text.substring(0, colon));
        if (colon >= 0 && (scheme == null || !SCHEMES.contains(scheme))) {
            return new Parsed.Rejected<>(
                    "the schemes are https, http, wss, ws, tcp, tcp+tls, tcp+ssh and tcp+postgres", 0);
        }
        int from = colon < 0 ? 0 : colon + 3;
        int slash = text.indexOf('/', from);
        if (slash >= 0 && (scheme == null || scheme.isTcp())) {
            return new Parsed.Rejected<>("a path stands behind http or https, ws or wss", slash);
        }
        PathPattern path = null;
        if (slash >= 0) {
            switch (GrantPatterns.path(text.substring(slash))) {
                case Parsed.Accepted<PathPattern>(var read) -> path = read;
                case Parsed.Rejected<PathPattern>(var why, int at) -> {
                    return new Parsed.Rejected<>(why, slash + at);
                }
            }
        }
        return authority(scheme, text.substring(from, slash < 0 ? text.length() : slash), from, path, acknowledged);
    }

    private static Parsed<Domain> authority(
            @Nullable Scheme scheme, String text, int from, @Nullable PathPattern path, boolean acknowledged) {
        int colon = text.indexOf(':', Math.max(0, text.indexOf(']')));
        int port = colon < 0 ? Port.NONE : Port.parse(text.substring(colon + 1));
        if (colon >= 0 && port == Port.NONE) {
            return new Parsed.Rejected<>("a port is a number from 1 to 65535", from + colon + 1);
        }
        return switch (host(colon < 0 ? text : text.substring(0, colon), acknowledged)) {
            case Parsed.Rejected<HostPattern>(var why, int at) -> new Parsed.Rejected<>(why, from + at);
            case Parsed.Accepted<HostPattern>(var host) -> new Parsed.Accepted<>(new Domain(scheme, host, port, path));
        };
    }

    /** Reads a host alone. */
    static Parsed<HostPattern> host(String text, boolean acknowledged) {
        int star = text.startsWith("**.") ? 3 : text.startsWith("*.") ? 2 : 0;
        String rest = text.substring(star);
        if (rest.indexOf('*') >= 0) {
            return new Parsed.Rejected<>(
                    "a wildcard is * or ** as the first label of a longer name", star + rest.indexOf('*'));
        }
        return switch (CanonicalHost.parseDocument(rest)) {
            case Parsed.Rejected(var why, int at) -> new Parsed.Rejected<>(why, star + at);
            case Parsed.Accepted(var host) when star == 0 -> new Parsed.Accepted<>(new HostPattern.Exact(host.text()));
            case Parsed.Accepted(var host)
            when host.isAddress() -> new Parsed.Rejected<>("an address has no wildcard", 0);
            case Parsed.Accepted(var host)
            when !acknowledged && PublicSuffixes.isOpenToAll(host.text()) ->
                new Parsed.Rejected<>(
                        "everybody can register a name under it (over_public_suffix: true says that this is meant)", 0);
            case Parsed.Accepted(var host) ->
                new Parsed.Accepted<>(
                        star == 3 ? new HostPattern.Under(host.text()) : new HostPattern.OneUnder(host.text()));
        };
    }
}
