package io.sallyport.fetch.scan;

import com.google.re2j.Matcher;
import io.sallyport.fetch.cache.CachedFile;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.SkillPath;
import io.sallyport.fetch.tree.TreeEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Scans every file of a skill, its SKILL.md first; of a plugin's files the strings too that their escapes stand for.
 * All of it is read as text; bytes that are not UTF-8 are replaced, and what is there is still judged. Confined to its
 * thread, which it keeps busy.
 */
public final class SkillScan {
    /** Bytes of a file that are looked at; what comes after is not, and that is a finding. */
    static final int MAX_FILE_BYTES = 2 << 20;

    /** The id of what says that not all was looked at. */
    public static final String UNFINISHED = "scan.unfinished";

    private static final String SKILL = "skill.md";

    /** What makes two lines one command. */
    private static final Pattern CONTINUED = Pattern.compile("\\\\\r?\n");

    private final BooleanSupplier isLate;
    private final List<ScanFinding> findings = new ArrayList<>();

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
            findings.add(new ScanFinding("skill.no-skill-file", Severity.MEDIUM, "SKILL.md", 0));
        }
        for (TreeEntry file : files) {
            if (!scan(file.path(), skill.file(file))) {
                findings.add(new ScanFinding(
                        UNFINISHED, Severity.CRITICAL, file.path().text(), 0));
                break;
            }
        }
        return ScanReport.of(findings);
    }

    private static boolean isSkillFile(TreeEntry entry) {
        return entry.path().name().toLowerCase(Locale.ROOT).equals(SKILL);
    }

    /** False where the time was up before its end. */
    private boolean scan(SkillPath path, CachedFile content) throws IOException {
        String file = path.text();
        if (content.bytes() > MAX_FILE_BYTES) {
            findings.add(new ScanFinding("scan.too-large", Severity.HIGH, file, 0));
        }
        String text = new String(content.read(MAX_FILE_BYTES), StandardCharsets.UTF_8);
        List<ScanFinding> found = new ArrayList<>();
        boolean isWhole = judged(file, text, found)
                && (!PluginFile.is(path) || judged(file, PluginFile.strings(text, file, found), found));
        // What stands in a file as it is and in its strings is told of once.
        Set<String> ids = new HashSet<>();
        found.stream().filter(each -> ids.add(each.id())).forEach(findings::add);
        return isWhole;
    }

    private boolean judged(String file, String text, List<ScanFinding> into) {
        String visible = UnicodeRules.visible(text, file, into);
        String lowerCase = visible.toLowerCase(Locale.ROOT);
        String joined = CONTINUED.matcher(visible).replaceAll(each -> " ".repeat(each.end() - each.start()));
        for (TextRule rule : TextRule.ALL) {
            if (isLate.getAsBoolean()) {
                return false;
            }
            if (rule.mayMatch(lowerCase)) {
                match(rule, file, visible, joined, into);
            }
        }
        return true;
    }

    /** @param joined of the same length as {@code text}, whose lines are told */
    private static void match(TextRule rule, String file, String text, String joined, List<ScanFinding> into) {
        Matcher matcher = rule.pattern().matcher(joined);
        if (matcher.find()) {
            int line = 1
                    + (int) text.substring(0, matcher.start())
                            .chars()
                            .filter(c -> c == '\n')
                            .count();
            into.add(new ScanFinding(rule.id(), rule.severity(), file, line));
        }
    }
}
