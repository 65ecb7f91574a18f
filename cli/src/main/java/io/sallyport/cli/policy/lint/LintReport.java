package io.sallyport.cli.policy.lint;

import io.sallyport.cli.command.CheckReport;
import io.sallyport.cli.command.SourceTexts;
import io.sallyport.documents.Diagnostic;
import java.util.List;

/**
 * The findings of one lint.
 *
 * @param findings sorted by their places
 * @param texts what they refer to
 */
public record LintReport(List<Diagnostic> findings, SourceTexts texts) {
    public LintReport {
        findings = CheckReport.byPlace(findings);
    }

    /** Returns the report as text that ends with a line end. */
    public String in(LintFormat format) {
        return switch (format) {
            case TEXT -> text();
            case JSON -> CheckReport.json(findings) + "\n";
            case SARIF -> SarifLog.of(this).toPrettyString() + "\n";
        };
    }

    private String text() {
        var text = new StringBuilder();
        findings.forEach(
                finding -> text.append(CheckReport.text(finding, texts)).append('\n'));
        long errors = findings.stream().filter(Diagnostic::isError).count();
        return text.append(counted(errors, "error"))
                .append(", ")
                .append(counted(findings.size() - errors, "warning"))
                .append('\n')
                .toString();
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
