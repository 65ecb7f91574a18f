package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Collects what several documents amount to, under the limits of a configuration. Confined to one import. */
final class ImportedParts {
    /** Limit of providers, and of rules, of all documents. */
    static final int MAX_PARTS = 256;

    private static final int MAX_ENDPOINTS = 64;
    private static final int MAX_VARIABLES = 16;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private final List<ImportedProvider> providers = new ArrayList<>();
    private final List<ImportedRule> rules = new ArrayList<>();
    private final Set<String> reserved = new HashSet<>();
    private final Set<String> ruleNames = new HashSet<>();

    List<ImportedProvider> providers() {
        return providers;
    }

    List<ImportedRule> rules() {
        return rules;
    }

    /** Returns {@code wanted}, or the first of it with a number behind that no provider has, and reserves it. */
    String free(String wanted) {
        String name = free(wanted, reserved);
        reserved.add(name);
        return name;
    }

    /** Returns the same for the name of a rule, without reserving it. */
    String freeRule(String wanted) {
        return free(wanted, ruleNames);
    }

    private static String free(String wanted, Set<String> taken) {
        String name = wanted;
        for (int i = 2; taken.contains(name); i++) {
            name = wanted + "-" + i;
        }
        return name;
    }

    /** Adds the providers of one item; none of them after reporting an error. */
    void add(List<ImportedProvider> item, Place place, Findings findings) {
        List<ImportedProvider> all = new ArrayList<>(providers);
        for (ImportedProvider provider : item) {
            check(provider, all, place, findings);
            all.add(provider);
            reserved.add(provider.name());
        }
        if (all.size() > MAX_PARTS) {
            findings.error(place, DiagnosticCode.TOO_MANY, "more than " + MAX_PARTS + " providers", null);
        }
        if (!findings.hasErrors()) {
            providers.addAll(item);
        }
    }

    private static void check(
            ImportedProvider provider, List<ImportedProvider> others, Place place, Findings findings) {
        String name = provider.name();
        if (!NAME.matcher(name).matches()) {
            String message = "a provider's name is made of letters, digits, ., _ and -, at most 63";
            findings.error(place, DiagnosticCode.BAD_VALUE, message, null);
        }
        for (ImportedProvider other : others) {
            if (other.name().equals(name)) {
                String message = "two providers are named " + Findings.quote(name);
                findings.error(place, DiagnosticCode.DUPLICATE_ENTRY, message, null);
            }
            if (provider.writesWhere(other)) {
                String message = Findings.quote(name) + " and " + Findings.quote(other.name())
                        + " would both be written to the same place of a request";
                findings.error(place, DiagnosticCode.NOT_EXACT, message, null);
            }
            provider.variables().stream()
                    .filter(other.variables()::contains)
                    .forEach(variable -> findings.error(
                            place,
                            DiagnosticCode.CONTRADICTION,
                            Findings.quote(variable) + " is a variable of two providers",
                            "import the documents one by one"));
        }
        if (provider.endpoints().size() > MAX_ENDPOINTS || provider.variables().size() > MAX_VARIABLES) {
            String message = "more than " + MAX_ENDPOINTS + " endpoints or " + MAX_VARIABLES + " variables";
            findings.error(place, DiagnosticCode.TOO_MANY, message, null);
        }
    }

    void add(ImportedRule rule, Place place, Findings findings) {
        if (!ruleNames.add(rule.name())) {
            String message = "two documents make a rule named " + Findings.quote(rule.name());
            findings.error(place, DiagnosticCode.DUPLICATE_ENTRY, message, null);
        }
        if (rules.size() == MAX_PARTS) {
            findings.error(place, DiagnosticCode.TOO_MANY, "more than " + MAX_PARTS + " rules", null);
        }
        if (!findings.hasErrors()) {
            rules.add(rule);
        }
    }
}
