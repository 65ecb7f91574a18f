package io.sallyport.leasebridge;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names under which anybody can register one: the Public Suffix List (publicsuffix.org), as it was on the date that the
 * file says. Immutable.
 */
public final class PublicSuffixes {
    private static final String FILE = "public_suffix_list.dat";

    private final Set<String> rules = new HashSet<>();

    private PublicSuffixes() {}

    /** Read once, when a document first has a wildcard. */
    private static final class Listed {
        private static final PublicSuffixes ALL = read();
    }

    /**
     * Whether {@code host}, in its canonical form, is one: of a registry ({@code co.uk}) or of a private owner, as shared
     * hosting is ({@code github.io}). A name below which every name is one ({@code compute.amazonaws.com}) is one too.
     */
    public static boolean has(String host) {
        return Listed.ALL.holds(host);
    }

    /** Whether {@code pattern} has a wildcard directly before one, or before a name of one label, listed or not. */
    public static boolean isBelow(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> true;
            case HostPattern.Exact _ -> false;
            case HostPattern.Under(var suffix) -> isOpenToAll(suffix);
            case HostPattern.OneUnder(var suffix) -> isOpenToAll(suffix);
            case HostPattern.Labels(var _, var labels) -> isOpenToAll(behindTheLastStar(labels));
        };
    }

    /** Whether {@code host} is one, or has one label only. */
    public static boolean isOpenToAll(String host) {
        return host.indexOf('.') < 0 || has(host);
    }

    private static String behindTheLastStar(List<String> labels) {
        int from = labels.size();
        while (from > 0 && labels.get(from - 1).indexOf('*') < 0) {
            from--;
        }
        return String.join(".", labels.subList(from, labels.size()));
    }

    private boolean holds(String host) {
        if (rules.contains("!" + host)) {
            return false;
        }
        int dot = host.indexOf('.');
        return rules.contains(host)
                || rules.contains("*." + host)
                || (dot >= 0 && rules.contains("*" + host.substring(dot)));
    }

    private static PublicSuffixes read() {
        InputStream resource = PublicSuffixes.class.getResourceAsStream(FILE);
        if (resource == null) {
            throw new IllegalStateException(FILE + " is missing from the jar");
        }
        try (var lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            var read = new PublicSuffixes();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("//")) {
                    read.rules.add(canonical(line.strip()));
                }
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** International names stand in the list as people write them; the mark of a rule stays before them. */
    private static String canonical(String rule) {
        if (rule.chars().allMatch(unit -> unit < 0x80)) {
            return rule;
        }
        int mark = rule.startsWith("*.") ? 2 : rule.startsWith("!") ? 1 : 0;
        return switch (CanonicalHost.parseDocument(rule.substring(mark))) {
            case CanonicalHost.Accepted(var host) -> rule.substring(0, mark) + host.text();
            case CanonicalHost.Rejected(var why, int _) ->
                throw new IllegalStateException(FILE + ": " + rule + ": " + why);
        };
    }
}
