package io.sallyport.fetch.tree;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Where a file lies in a skill: relative, with slashes, and nowhere else than below the skill. Spaces, {@code %},
 * {@code #}, {@code ?}, {@code +} and what is not ASCII are names like any other. Immutable.
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

    /** Why a path or a name of it is refused. */
    private record Rule(String why, Predicate<String> isBroken) {
        static Stream<Rejected<SkillPath>> broken(List<Rule> rules, String text) {
            return rules.stream().filter(rule -> rule.isBroken.test(text)).map(rule -> new Rejected<>(rule.why));
        }
    }

    private static final List<Rule> OF_PATHS = List.of(
            new Rule("a path longer than " + MAX_BYTES + " bytes", text -> length(text) > MAX_BYTES),
            new Rule("a name that is not Unicode", text -> !UTF_8.newEncoder().canEncode(text)),
            new Rule(
                    "more than " + MAX_LEVELS + " levels of directories",
                    text -> text.chars().filter(c -> c == '/').count() >= MAX_LEVELS));

    private static final List<Rule> OF_NAMES = List.of(
            new Rule("an absolute path or an empty name", String::isEmpty),
            new Rule("a dot segment", name -> name.equals(".") || name.equals("..")),
            new Rule("a .git directory", name -> name.equalsIgnoreCase(".git")),
            new Rule("a backslash in a name", name -> name.indexOf('\\') >= 0),
            new Rule("a control character in a name", name -> name.chars().anyMatch(Character::isISOControl)),
            new Rule("a name longer than " + MAX_NAME_BYTES + " bytes", name -> length(name) > MAX_NAME_BYTES));

    public SkillPath {
        broken(text).findFirst().ifPresent(fault -> {
            throw new IllegalArgumentException("a path in a skill: " + fault.why());
        });
    }

    /** Parses a path. A refusal does not repeat it, since it may contain anything. */
    public static Parsed<SkillPath> parse(String text) {
        return broken(text)
                .findFirst()
                .<Parsed<SkillPath>>map(rejected -> rejected)
                .orElseGet(() -> new Accepted<>(new SkillPath(text)));
    }

    private static Stream<Rejected<SkillPath>> broken(String text) {
        return Stream.concat(
                Rule.broken(OF_PATHS, text),
                Arrays.stream(text.split("/", -1)).flatMap(name -> Rule.broken(OF_NAMES, name)));
    }

    private static int length(String text) {
        return text.getBytes(UTF_8).length;
    }

    public List<String> segments() {
        return List.of(text.split("/", -1));
    }

    /** The last segment. */
    public String name() {
        return text.substring(text.lastIndexOf('/') + 1);
    }

    public byte[] bytes() {
        return text.getBytes(UTF_8);
    }

    @Override
    public String toString() {
        return text;
    }
}
