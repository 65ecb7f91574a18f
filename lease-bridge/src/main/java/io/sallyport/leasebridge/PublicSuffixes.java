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
 * The names under which anybody can register one: the ICANN part of the Public Suffix List (publicsuffix.org), as it was on
 * the date that the file says. The part of private owners is left out: a wildcard under {@code s3.amazonaws.com} is what
 * people mean. Immutable.
 */
final class PublicSuffixes {
    private static final String FILE = "public_suffix_list.dat";
    private static final String BEGIN = "===BEGIN ICANN DOMAINS===";
    private static final String END = "===END ICANN DOMAINS===";

    private final Set<String> rules = new HashSet<>();

    private PublicSuffixes() {}

    /** Read once, when a policy first has a wildcard. */
    private static final class Listed {
        private static final PublicSuffixes ALL = read();
    }

    /** Whether {@code host}, in its canonical form, is one. */
    static boolean has(String host) {
        return Listed.ALL.holds(host);
    }

    private boolean holds(String host) {
        if (rules.contains("!" + host)) {
            return false;
        }
        int dot = host.indexOf('.');
        return rules.contains(host) || (dot >= 0 && rules.contains("*" + host.substring(dot)));
    }

    private static PublicSuffixes read() {
        InputStream resource = PublicSuffixes.class.getResourceAsStream(FILE);
        if (resource == null) {
            throw new IllegalStateException(FILE + " is missing from the jar");
        }
        try (var lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            var read = new PublicSuffixes();
            boolean inside = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                inside = line.contains(BEGIN) || (inside && !line.contains(END));
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
