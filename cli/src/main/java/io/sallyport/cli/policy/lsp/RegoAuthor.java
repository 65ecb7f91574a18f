package io.sallyport.cli.policy.lsp;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whose Rego a file is, by its package; as it can be read while the file does not parse. */
enum RegoAuthor {
    /** The security team's: {@code sallyport.guardrails}, and its tests. */
    GUARDRAILS,
    /** That of one sandbox: {@code sallyport.sandbox}, and its tests. */
    SANDBOX,
    /** Not read by a gateway: only its syntax is checked. */
    OTHER;

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");
    private static final Pattern OWN = Pattern.compile("sallyport\\.(guardrails|sandbox)(_test)?(\\..*)?");

    static RegoAuthor of(String text) {
        Matcher own = OWN.matcher(packageOf(text));
        if (!own.matches()) {
            return OTHER;
        }
        return own.group(1).equals("sandbox") ? SANDBOX : GUARDRAILS;
    }

    /** Returns the name of the package, or nothing. */
    static String packageOf(String text) {
        Matcher named = PACKAGE.matcher(text);
        return named.find() ? named.group(1) : "";
    }
}
