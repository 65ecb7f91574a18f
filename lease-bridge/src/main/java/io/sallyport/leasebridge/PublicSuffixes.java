package io.sallyport.leasebridge;

import io.sallyport.model.CanonicalHost;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The names under which anybody can register one: the Public Suffix List (publicsuffix.org), as it was on the date that the
 * file says. Immutable.
 */
public final class PublicSuffixes {
    private static final String FILE = "public_suffix_list.dat";
    private static final String BEGIN = "===BEGIN ICANN DOMAINS===";
    private static final String END = "===END ICANN DOMAINS===";
    private static final String BEGIN_PRIVATE = "===BEGIN PRIVATE DOMAINS===";
    private static final String END_PRIVATE = "===END PRIVATE DOMAINS===";

    private final Set<String> rules = new HashSet<>();

    private PublicSuffixes() {}

    /** Read once, when a policy first has a wildcard. */
    private static final class Listed {
        private static final PublicSuffixes ICANN = read(BEGIN, END);
        private static final PublicSuffixes PRIVATE = read(BEGIN_PRIVATE, END_PRIVATE);
    }

    /**
     * Whether {@code host}, in its canonical form, is one by the ICANN part of the list. The part of private owners is left
     * out: a wildcard under {@code s3.amazonaws.com} is what people mean who write it.
     */
    public static boolean has(String host) {
        return Listed.ICANN.holds(host);
    }

    /** The same by either part: nobody has asked for a wildcard there yet. */
    public static boolean hasOfAnyOwner(String host) {
        return Listed.ICANN.holds(host) || Listed.PRIVATE.holds(host);
    }

    private boolean holds(String host) {
        if (rules.contains("!" + host)) {
            return false;
        }
        int dot = host.indexOf('.');
        return rules.contains(host) || (dot >= 0 && rules.contains("*" + host.substring(dot)));
    }

    private static PublicSuffixes read(String begin, String end) {
        InputStream resource = PublicSuffixes.class.getResourceAsStream(FILE);
        if (resource == null) {
            throw new IllegalStateException(FILE + " is missing from the jar");
        }
        try (var lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            var read = new PublicSuffixes();
            boolean inside = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                inside = line.contains(begin) || (inside && !line.contains(end));
                if (inside && !line.isBlank() && !line.startsWith("//")) {
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
