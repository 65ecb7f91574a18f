package io.sallyport.cli.policy.lint;

import io.sallyport.documents.Diagnostic;
import io.sallyport.documents.Diagnostic.Severity;
import io.sallyport.documents.DiagnosticCode;
import java.util.Arrays;
import java.util.Optional;

/**
 * The rules of {@code policy lint}. Some of them are warnings when documents load, of which a lint makes an error where
 * the policy likely does the opposite of what its author means.
 */
public enum LintRule {
    RELAY(DiagnosticCode.RELAY_HOST, Severity.ERROR, "a granted host passes on what it receives to whoever asks"),
    RESOLVER(DiagnosticCode.DNS_OVER_HTTPS, Severity.ERROR, "a granted host resolves names over HTTPS"),
    PUBLIC_SUFFIX(DiagnosticCode.OVER_PUBLIC_SUFFIX, Severity.ERROR, "a wildcard is over a public suffix"),
    EVERY_HOST(DiagnosticCode.BROAD_PATTERN, Severity.ERROR, "a line grants every host, or a top-level domain"),
    CREDENTIAL(DiagnosticCode.CREDENTIAL_BROAD, Severity.ERROR, "a credential goes to a whole host, or to many"),
    UPLOAD(
            DiagnosticCode.UPLOAD_HOST,
            Severity.WARNING,
            "requests that write are granted at a host that keeps uploads"),
    ANY_ADDRESS(DiagnosticCode.ANY_ADDRESS_HOST, Severity.WARNING, "a granted name stands for any address"),
    SHADOWED(DiagnosticCode.SHADOWED, Severity.WARNING, "another line grants all that a line grants"),
    UNREACHABLE(DiagnosticCode.UNREACHABLE, Severity.WARNING, "a denial or another document leaves nothing of a line"),
    NEVER_DIALLED(DiagnosticCode.NEVER_DIALLED, Severity.WARNING, "a granted host is never dialled"),
    GRANTS_NOTHING(DiagnosticCode.GRANTS_NOTHING, Severity.WARNING, "a line grants nothing"),
    CLOSES_HOST(DiagnosticCode.HOLDS_AT_CONNECT, Severity.ERROR, "a negation holds at every CONNECT"),
    ALWAYS(DiagnosticCode.ALWAYS_HOLDS, Severity.WARNING, "a deny holds for every question"),
    NEVER(DiagnosticCode.NEVER_HOLDS, Severity.ERROR, "a deny holds for no question"),
    CONTRADICTION(DiagnosticCode.NEVER_TRUE, Severity.ERROR, "conditions of a rule exclude each other"),
    OTHER_FORM(DiagnosticCode.NEVER_EQUAL, Severity.ERROR, "a field is compared with what it never is"),
    UNREAD(DiagnosticCode.UNREAD_RULE, Severity.WARNING, "nothing reads a rule");

    private final DiagnosticCode code;
    private final Severity severity;
    private final String summary;

    LintRule(DiagnosticCode code, Severity severity, String summary) {
        this.code = code;
        this.severity = severity;
        this.summary = summary;
    }

    /** Returns the id of the rule: the code of its findings. */
    public String id() {
        return code.name();
    }

    public Severity severity() {
        return severity;
    }

    /** Returns what the rule finds, as a clause. */
    public String summary() {
        return summary;
    }

    /** Returns the rule of a finding; absent for what keeps documents from loading and for other warnings. */
    static Optional<LintRule> of(Diagnostic finding) {
        return Arrays.stream(values()).filter(rule -> finding.has(rule.code)).findFirst();
    }

    /** Returns a finding with the severity of its rule. */
    public static Diagnostic graded(Diagnostic finding) {
        Severity severity = of(finding).map(LintRule::severity).orElse(finding.severity());
        return new Diagnostic(
                severity,
                finding.file(),
                finding.line(),
                finding.column(),
                finding.code(),
                finding.message(),
                finding.help());
    }
}
