package io.sallyport.fetch.scan;

import com.google.re2j.Matcher;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Scans every file of a skill, its SKILL.md first. All of it is read as text; bytes that are not UTF-8 are replaced, and
 * what is there is still judged. Confined to its thread, which it keeps busy.
 */
public final class SkillScan {
    /** Bytes of a file that are looked at; what comes after is not, and that is a finding. */
    static final int MAX_FILE_BYTES = 2 << 20;

    /** The id of what says that not all was looked at. */
    public static final String UNFINISHED = "scan.unfinished";

    private static final String SKILL = "skill.md";

    private final BooleanSupplier isLate;
    private final List<Finding> findings = new ArrayList<>();

    private SkillScan(BooleanSupplier isLate) {
        this.isLate = isLate;
    }

    /**
     * Scans all of {@code skill}.
     *
     * @param isLate asked between two steps: once it is, the rest is not looked at, which is a critical finding
     */
    public static ScanReport of(CachedSkill skill, BooleanSupplier isLate) throws IOException {
        return new SkillScan(isLate).scan(skill);
    }

    private ScanReport scan(CachedSkill skill) throws IOException {
        List<TreeEntry> files = skill.entries().stream()
                .sorted(Comparator.comparing(entry -> !isSkillFile(entry)))
                .toList();
        if (files.stream().noneMatch(SkillScan::isSkillFile)) {
            findings.add(new Finding("skill.no-skill-file", Severity.MEDIUM, "SKILL.md", 0));
        }
        for (TreeEntry file : files) {
            if (!scan(file.path().text(), skill.read(file))) {
                findings.add(
                        new Finding(UNFINISHED, Severity.CRITICAL, file.path().text(), 0));
                break;
            }
        }
        return new ScanReport(findings);
    }

    private static boolean isSkillFile(TreeEntry entry) {
        return entry.path().name().toLowerCase(Locale.ROOT).equals(SKILL);
    }

    /** False where the time was up before its end. */
    private boolean scan(String file, byte[] content) {
        if (content.length > MAX_FILE_BYTES) {
            findings.add(new Finding("scan.too-large", Severity.HIGH, file, 0));
        }
        byte[] looked = content.length > MAX_FILE_BYTES ? Arrays.copyOf(content, MAX_FILE_BYTES) : content;
        String visible = UnicodeRules.visible(new String(looked, StandardCharsets.UTF_8), file, findings);
        String lowerCase = visible.toLowerCase(Locale.ROOT);
        for (TextRule rule : TextRule.ALL) {
            if (isLate.getAsBoolean()) {
                return false;
            }
            if (rule.mayMatch(lowerCase)) {
                match(rule, file, visible);
            }
        }
        return true;
    }

    private void match(TextRule rule, String file, String text) {
        Matcher matcher = rule.pattern().matcher(text);
        if (matcher.find()) {
            int line = 1
                    + (int) text.substring(0, matcher.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            findings.add(new Finding(rule.id(), rule.severity(), file, line));
        }
    }
}
