package io.sallyport.fetch.landing;

import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The operator's command that brings a skill, or a file of an API server's, into a sandbox, or out of it: an argument
 * vector, which no shell ever reads. Placeholders stand in arguments, whole or in part; what is put in their place
 * never begins with {@code -}, so that it is no option. Immutable.
 */
public final class UploadCommand {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
    private static final String SOURCE = "source";
    private static final Set<String> KNOWN = Set.of("sandbox", SOURCE, "destination", "directory", "name");

    private final Path program;
    private final List<String> arguments;

    private UploadCommand(Path program, List<String> arguments) {
        this.program = program;
        this.arguments = List.copyOf(arguments);
    }

    /**
     * Reads the words of a command. The program is looked for now, so that nothing that appears later is run in its
     * place.
     *
     * @param searchPath folders, joined by colons, where a program without a slash in its name is looked for
     */
    public static Parsed<UploadCommand> parse(List<String> words, String searchPath) {
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            return new Rejected<>("a command is a list of words: a program and its arguments");
        }
        Path program = program(words.getFirst(), searchPath);
        if (program == null) {
            return new Rejected<>(words.getFirst() + " is no program on this machine");
        }
        List<String> arguments = words.subList(1, words.size());
        var used = new ArrayList<String>();
        for (String argument : arguments) {
            for (Matcher each = PLACEHOLDER.matcher(argument); each.find(); ) {
                used.add(each.group(1));
            }
        }
        for (String name : used) {
            if (!KNOWN.contains(name)) {
                return new Rejected<>("{" + name + "} is none of "
                        + String.join(", ", KNOWN.stream().sorted().toList()));
            }
        }
        return used.contains(SOURCE)
                ? new Accepted<>(new UploadCommand(program, arguments))
                : new Rejected<>("{source} stands in no argument: nothing would be carried");
    }

    private static @Nullable Path program(String word, String searchPath) {
        if (word.indexOf('\0') >= 0) {
            return null;
        }
        if (word.indexOf('/') >= 0) {
            return executable(Path.of(word));
        }
        for (String folder : searchPath.split(":", -1)) {
            Path found = folder.startsWith("/") ? executable(Path.of(folder, word)) : null;
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable Path executable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file) ? file.toAbsolutePath() : null;
    }

    /** The words with nothing in its place, the program absolute; {@link #parse} reads them as this command. */
    public List<String> template() {
        List<String> words = new ArrayList<>();
        words.add(program.toString());
        words.addAll(arguments);
        return words;
    }

    /**
     * The words with everything in its place; {@code directory} is absolute, as the side names it that is copied to.
     */
    public List<String> words(String sandbox, Path source, String directory, String name) {
        Map<String, String> values = Map.of(
                "sandbox",
                sandbox,
                SOURCE,
                source.toString(),
                "destination",
                directory + "/" + name,
                "directory",
                directory,
                "name",
                name);
        List<String> words = new ArrayList<>();
        words.add(program.toString());
        for (String argument : arguments) {
            // Each place once and from left to right: what is put in is not looked at again.
            words.add(PLACEHOLDER
                    .matcher(argument)
                    .replaceAll(each -> Matcher.quoteReplacement(values.getOrDefault(each.group(1), ""))));
        }
        return words;
    }
}
