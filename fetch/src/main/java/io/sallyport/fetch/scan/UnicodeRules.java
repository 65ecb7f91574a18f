package io.sallyport.fetch.scan;

import io.sallyport.fetch.tree.SkillDirectory;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a reader does not see and a model does. Finds it, and takes it out of the text. Confined to its thread. */
final class UnicodeRules {
    private static final Logger LOG = LoggerFactory.getLogger(UnicodeRules.class);

    private final String file;
    private final List<ScanFinding> findings;
    private final Set<String> found = new HashSet<>();
    private final StringBuilder visible = new StringBuilder();
    private final StringBuilder tags = new StringBuilder();
    private int line = 1;

    private UnicodeRules(String file, List<ScanFinding> findings) {
        this.file = file;
        this.findings = findings;
    }

    /** One kind of character. */
    private enum Kind {
        NUL("unicode.nul", Severity.HIGH),
        FORMAT("unicode.format", Severity.HIGH),
        ESCAPE("unicode.terminal-escape", Severity.MEDIUM),
        BIDI("unicode.bidi", Severity.HIGH),
        TAG("unicode.tags", Severity.CRITICAL),
        SELECTOR("unicode.variation-selector", Severity.MEDIUM);

        private final String id;
        private final Severity severity;

        Kind(String id, Severity severity) {
            this.id = id;
            this.severity = severity;
        }

        static @Nullable Kind of(int c) {
            if (c >= 0xE0000 && c <= 0xE007F) {
                return TAG;
            }
            if ((c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) || (c >= 0x180B && c <= 0x180F)) {
                return SELECTOR;
            }
            if ((c >= 0x202A && c <= 0x202E)
                    || (c >= 0x2066 && c <= 0x2069)
                    || c == 0x200E
                    || c == 0x200F
                    || c == 0x61C) {
                return BIDI;
            }
            if (c == 0x1B || c == 0x9B) {
                return ESCAPE;
            }
            return c == 0 ? NUL : Character.getType(c) == Character.FORMAT || isBlank(c) ? FORMAT : null;
        }

        /**
         * Of no width, though Unicode counts it among letters, marks or the unassigned (Default_Ignorable_Code_Point).
         */
        private static boolean isBlank(int c) {
            return switch (c) {
                case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0 -> true;
                default -> (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0080 && c <= 0xE0FFF);
            };
        }
    }

    /**
     * The text as it is read aloud: without what cannot be seen, and in NFKC. Its lines are those of {@code text}.
     *
     * @param text a byte order mark at its beginning is none of it
     */
    static String visible(String text, String file, List<ScanFinding> findings) {
        return new UnicodeRules(file, findings).read(text);
    }

    private String read(String text) {
        int from = text.startsWith("\ufeff") ? 1 : 0;
        text.codePoints().skip(from).forEach(this::take);
        if (!tags.isEmpty()) {
            LOG.warn("{}: tag characters spell: {}", SkillDirectory.shown(file), SkillDirectory.shown(tags.toString()));
            visible.append('\n').append(tags);
        }
        return normal(visible.toString());
    }

    private void take(int c) {
        Kind kind = Kind.of(c);
        if (kind == null) {
            visible.appendCodePoint(isGap(c) ? ' ' : c);
            line += c == '\n' ? 1 : 0;
            return;
        }
        if (kind == Kind.TAG && c > 0xE001F) {
            tags.append((char) (c - 0xE0000)); // what it spells is judged as well
        }
        note(kind.id, kind.severity, line);
    }

    /** What ends a line or stands between words, and is neither white space of ASCII nor becomes it by NFKC. */
    private static boolean isGap(int c) {
        return switch (c) {
            case 0x0B, 0x1C, 0x1D, 0x1E, 0x1F, 0x85, 0x1680, 0x2028, 0x2029 -> true;
            default -> false;
        };
    }

    private String normal(String seen) {
        if (Normalizer.isNormalized(seen, Normalizer.Form.NFKC)) {
            return seen;
        }
        String[] lines = seen.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            if (!Normalizer.isNormalized(lines[i], Normalizer.Form.NFKC)) {
                note("unicode.nfkc", Severity.HIGH, i + 1);
                lines[i] = Normalizer.normalize(lines[i], Normalizer.Form.NFKC);
            }
        }
        return String.join("\n", lines);
    }

    /** Each kind once a file, where it stands first. */
    private void note(String id, Severity severity, int at) {
        if (found.add(id)) {
            findings.add(new ScanFinding(id, severity, file, at));
        }
    }
}
