package io.sallyport.leasebridge;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names under which anyone can register a name: the Public Suffix List (publicsuffix.org), as of the date stated in
 * the file. Immutable.
 */
public final class PublicSuffixes {
    private static final String FILE = "public_suffix_list.dat";

    private static final String VERSION = "// VERSION: ";

    private final Set<String> rules = new HashSet<>();
    private String date = "";

    private PublicSuffixes() {}

    /** Loads the list lazily, when a document first has a wildcard. */
    private static final class Listed {
        private static final PublicSuffixes ALL = read();
    }

    /**
     * Returns whether {@code host}, in canonical form, is a public suffix: of a registry ({@code co.uk}) or of a
     * private owner, such as a hosting service ({@code github.io}). A name whose children are all public suffixes
     * ({@code compute.amazonaws.com}) counts as one too.
     */
    public static boolean has(String host) {
        return Listed.ALL.holds(host);
    }

    /**
     * Returns whether {@code pattern} has a wildcard directly before a public suffix or before a name of one label,
     * listed or not.
     */
    public static boolean isBelow(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Any _ -> true;
            case HostPattern.Exact _ -> false;
            case HostPattern.Under(var suffix) -> isOpenToAll(suffix);
            case HostPattern.OneUnder(var suffix) -> isOpenToAll(suffix);
            case HostPattern.Labels labels -> isOpenToAll(labels.literalEnd());
        };
    }

    /** Returns whether {@code host} is a public suffix or has only one label. */
    public static boolean isOpenToAll(String host) {
        return host.indexOf('.') < 0 || has(host);
    }

    /**
     * Returns the name that was registered, at or above {@code host}: one label below the longest public suffix. Null
     * for a public suffix, and for a name of one label.
     */
    public static @Nullable String registrable(CanonicalHost host) {
        List<String> names = host.suffixes();
        for (int i = 0; i < names.size(); i++) {
            if (isOpenToAll(names.get(i))) {
                return i == 0 ? null : names.get(i - 1);
            }
        }
        return null;
    }

    /** Returns the date of the list, such as {@code 2026-10-22}. */
    public static String date() {
        return Listed.ALL.date;
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
                if (line.startsWith(VERSION)) {
                    read.date = line.substring(VERSION.length()).split("_", 2)[0];
                } else if (!line.isBlank() && !line.startsWith("//")) {
                    read.rules.add(canonical(line.strip()));
                }
            }
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Converts an internationalized name, which the list has in Unicode, to its canonical form; a rule's mark stays
     * before it.
     */
    private static String canonical(String rule) {
        if (rule.chars().allMatch(unit -> unit < 0x80)) {
            return rule;
        }
        int mark = rule.startsWith("*.") ? 2 : rule.startsWith("!") ? 1 : 0;
        return switch (CanonicalHost.parseDocument(rule.substring(mark))) {
            case Parsed.Accepted(var host) -> rule.substring(0, mark) + host.text();
            case Parsed.Rejected(var why, int _) -> throw new IllegalStateException(FILE + ": " + rule + ": " + why);
        };
    }
}
