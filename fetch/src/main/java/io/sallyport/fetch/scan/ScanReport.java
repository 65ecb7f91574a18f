package io.sallyport.fetch.scan;

import java.util.Comparator;
import java.util.List;

/**
 * What a scan of one skill found. Immutable.
 *
 * @param findings worst first
 */
public record ScanReport(List<Finding> findings) {
    /** Findings that one report holds; the worst are kept. */
    static final int MAX_FINDINGS = 1_000;

    public ScanReport {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .limit(MAX_FINDINGS)
                .toList();
    }

    /** The ids of what blocks, each once. */
    public List<String> blocking() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.CRITICAL)
                .map(Finding::id)
                .distinct()
                .toList();
    }
}
