package io.sallyport.fetch.scan;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a scan of one skill found. Immutable.
 *
 * @param findings one of each kind first, then the others; worst first in both
 * @param total how many there were, those that are not held included
 */
public record ScanReport(List<ScanFinding> findings, int total) {
    /** Findings that one report holds: more than there are kinds. */
    static final int MAX_FINDINGS = 1_000;

    public ScanReport {
        findings = List.copyOf(findings);
    }

    /** Of all that was found: nothing that there is much of hides what there is little of. */
    static ScanReport of(List<ScanFinding> all) {
        List<ScanFinding> worstFirst = all.stream()
                .sorted(Comparator.comparing(ScanFinding::severity).reversed())
                .toList();
        Set<String> ids = new HashSet<>();
        Set<ScanFinding> first = new HashSet<>();
        worstFirst.stream().filter(each -> ids.add(each.id())).forEach(first::add);
        return new ScanReport(
                worstFirst.stream()
                        .sorted(Comparator.comparing(each -> !first.contains(each)))
                        .limit(MAX_FINDINGS)
                        .toList(),
                all.size());
    }

    /** The ids of what blocks, each once. */
    public List<String> blocking() {
        return findings.stream()
                .filter(finding -> finding.severity() == Severity.CRITICAL)
                .map(ScanFinding::id)
                .distinct()
                .toList();
    }
}
