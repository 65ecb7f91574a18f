package io.sallyport.fetch.tree;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a file lies in a skill: relative, with slashes, and nowhere else than below the skill. Spaces, {@code %}, {@code #},
 * {@code ?}, {@code +} and what is not ASCII are names like any other. Immutable.
 *
 * @param text as {@code references/rules.txt}
 */
public record SkillPath(String text) {
    /** Directories and the file, counted together. */
    public static final int MAX_LEVELS = 32;

    /** Bytes of the whole path in UTF-8. */
    static final int MAX_BYTES = 1_024;

    /** Bytes of one name in UTF-8: what file systems hold. */
    static final int MAX_NAME_BYTES = 255;

    public SkillPath {
        String fault = fault(text);
        if (fault != null) {
            throw new IllegalArgumentException("a path in a skill: " + fault);
        }
    }

    /** A path, or why it is none. */
    public sealed interface Parsed {}

    /** It lies below the skill, in its one spelling. */
    public record Accepted(SkillPath path) implements Parsed {}

    /** No path; {@code why} does not repeat it, since it may hold anything. */
    public record Rejected(String why) implements Parsed {}

    public static Parsed parse(String text) {
        String fault = fault(text);
        return fault == null ? new Accepted(new SkillPath(text)) : new Rejected(fault);
    }

    public List<String> segments() {
        return List.of(text.split("/", -1));
    }

    /** The last segment. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    public byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static @Nullable String fault(String text) {
        if (text.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            return "a path longer than " + MAX_BYTES + " bytes";
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            return "a name that is not Unicode";
        }
        String[] segments = text.split("/", -1);
        if (segments.length > MAX_LEVELS) {
            return "more than " + MAX_LEVELS + " levels of directories";
        }
        for (String segment : segments) {
            String fault = nameFault(segment);
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private static @Nullable String nameFault(String name) {
        if (name.isEmpty()) {
            return "an absolute path or an empty name";
        }
        if (name.equals(".") || name.equals("..")) {
            return "a dot segment";
        }
        if (name.equalsIgnoreCase(".git")) {
            return "a .git directory";
        }
        if (name.indexOf('\\') >= 0) {
            return "a backslash in a name";
        }
        if (name.chars().anyMatch(Character::isISOControl)) {
            return "a control character in a name";
        }
        return name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES
                ? "a name longer than " + MAX_NAME_BYTES + " bytes"
                : null;
    }

    @Override
    public String toString() {
        return text;
    }
}
