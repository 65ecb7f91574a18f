package io.sallyport.leasebridge.network.glob;

import com.google.re2j.Pattern;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostGlob;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.LabelGlob;
import io.sallyport.model.text.Parsed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads hosts of network policies that have a star (specs: network policy, section 4). Beside one a question mark is
 * one character of a label, {@code [a-f]} or {@code [!x]} one of a class, and <code>{a,b.c}</code> stands for
 * alternatives, at most {@link GlobAlternatives#MAX} in all.
 */
public final class HostWildcards {
    private static final String DOT = ".";

    private HostWildcards() {}

    /** Returns the patterns that a host with a star stands for, each once. */
    public static Parsed<List<HostPattern>> read(String written) {
        int backslash = written.indexOf('\\');
        if (backslash >= 0) {
            return new Parsed.Rejected<>("no host has a backslash", backslash);
        }
        return switch (GlobAlternatives.of(written.toLowerCase(Locale.ROOT))) {
            case Parsed.Rejected<List<String>>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<List<String>>(List<String> globs) -> read(globs);
        };
    }

    private static Parsed<List<HostPattern>> read(List<String> globs) {
        Set<HostPattern> patterns = new LinkedHashSet<>();
        for (String glob : globs) {
            switch (one(glob)) {
                case Parsed.Accepted<HostPattern>(HostPattern pattern) -> patterns.add(pattern);
                case Parsed.Rejected<HostPattern>(String why, int at) -> {
                    boolean only = globs.size() == 1;
                    return new Parsed.Rejected<>(only ? why : glob + ": " + why, only ? at : 0);
                }
            }
        }
        return new Parsed.Accepted<>(List.copyOf(patterns));
    }

    private static Parsed<HostPattern> one(String glob) {
        return switch (GlobReader.read(glob, DOT)) {
            case Parsed.Rejected<List<GlobPart>>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<List<GlobPart>>(List<GlobPart> parts) -> pattern(parts);
        };
    }

    private static Parsed<HostPattern> pattern(List<GlobPart> parts) {
        List<String> texts = new ArrayList<>();
        for (GlobPart part : parts) {
            String text = text(part);
            if (text.isEmpty()) {
                return new Parsed.Rejected<>("no character of a host is of the class", 0);
            }
            texts.add(text);
        }
        String host = String.join("", texts);
        boolean literal = parts.stream().allMatch(GlobPart.Text.class::isInstance);
        return literal ? exact(host) : HostGlob.read(List.of(host.split("\\.", -1)));
    }

    /** An alternative without any wildcard. An address would be dialled under other rules than its neighbours. */
    private static Parsed<HostPattern> exact(String host) {
        return switch (CanonicalHost.parseDocument(host)) {
            case Parsed.Rejected<CanonicalHost>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<CanonicalHost>(CanonicalHost name)
            when name.isAddress() -> new Parsed.Rejected<>("an address is an endpoint of its own", 0);
            case Parsed.Accepted<CanonicalHost>(CanonicalHost name) ->
                new Parsed.Accepted<>(new HostPattern.Exact(name.text()));
        };
    }

    /** Returns the part as a {@link LabelGlob} has it; the empty text for a class without characters of hosts. */
    private static String text(GlobPart part) {
        return switch (part) {
            case GlobPart.Text(String character) -> character;
            case GlobPart.Stars(int count) -> "*".repeat(count);
            case GlobPart.One _ -> LabelGlob.oneOf(LabelGlob.ALPHABET);
            case GlobPart.OneOf oneOf -> {
                Pattern members = Pattern.compile(oneOf.re2(DOT));
                String some = LabelGlob.ALPHABET
                        .chars()
                        .mapToObj(Character::toString)
                        .filter(members::matches)
                        .collect(Collectors.joining());
                yield some.isEmpty() ? "" : LabelGlob.oneOf(some);
            }
        };
    }
}
