package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.credentials.EnvironmentVariables;
import io.sallyport.credentials.SecretCommand;
import io.sallyport.credentials.SecretFile;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import io.sallyport.model.host.Cidr;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a secret of this machine: a variable, a file or the output of a command; and what the sections of sources
 * on the network share.
 */
public final class SourceKeys {
    private static final Duration LONGEST_RUN = Duration.ofMinutes(5);

    private final Keys keys;
    private final Key<String> env;
    private final Key<String> file;
    private final Key<String> command;
    private final Key<Duration> timeLimit;
    private final Key<String> jsonKey;
    private final SecretForm whole;

    /**
     * @param path of the section
     * @param whole what a text that is no JSON may be
     * @param of what it is, for sentences
     */
    SourceKeys(String path, SecretForm whole, String of) {
        this.whole = whole;
        keys = new Keys(path);
        env = keys.optional(
                "env", Forms.VARIABLE, "not from there", "The variable of the gateway's environment with " + of + ".");
        file = keys.optional(
                "file",
                Forms.FILE,
                "not from there",
                "The file with " + of + ", such as one of a Kubernetes secret. Read again when it changes.");
        command = keys.list(
                "command",
                Form.STRING,
                "not from there",
                "A program and its arguments, without a shell, that prints " + of + ".");
        timeLimit = timeLimit(keys);
        jsonKey = keys.optional(
                "json_key",
                Form.STRING,
                "the whole text",
                "The member that is meant, where `file` or `command` gives a JSON object.");
    }

    Keys keys() {
        return keys;
    }

    /** Whether the section names such a secret. */
    boolean isIn(Section section) {
        return section.has(env) || section.has(file) || section.has(command);
    }

    /** Reads the secret; leaves other keys of the section to the caller. */
    SecretSource read(Section section, Path folder) throws ConfigException {
        return accepted(parsed(section, folder), section);
    }

    /** Reads the secret in a section of its own. */
    SecretSource readAll(Section section, Path folder) throws ConfigException {
        SecretSource source = read(section, folder);
        section.end();
        return source;
    }

    /** The key of the time that a command has. */
    static Key<Duration> timeLimit(Keys keys) {
        return keys.value(
                "time_limit",
                Form.duration("a duration from 1ms to 5m", SourceKeys::timeLimit),
                Duration.ofSeconds(10),
                "How long `command` may run.");
    }

    /** The key of the blocks that a source on the network may lie in. */
    static Key<Cidr> addresses(Keys keys) {
        return keys.list(
                "addresses",
                Forms.BLOCK,
                "public addresses",
                "Blocks that it lies in, where it has no public address.");
    }

    static List<String> addresses(Section section, Key<Cidr> key) throws ConfigException {
        return section.list(key).stream().map(Cidr::toString).toList();
    }

    /** Returns what was read, or reports at {@code section} why nothing was. */
    static <T> T accepted(Parsed<? extends T> parsed, Section section) throws ConfigException {
        return switch (parsed) {
            case Parsed.Accepted(T value) -> value;
            case Parsed.Rejected(String why, int _) -> throw section.error(why);
        };
    }

    private Parsed<? extends SecretSource> parsed(Section section, Path folder) {
        @Nullable String variable = section.find(env);
        @Nullable Path path = section.path(file, folder);
        List<String> program = section.list(command);
        Duration limit = section.read(timeLimit);
        @Nullable String member = section.find(jsonKey);
        long named = Stream.of(variable != null, path != null, !program.isEmpty())
                .filter(is -> is)
                .count();
        if (named != 1) {
            return new Parsed.Rejected<>("one of env, file and command is needed");
        }
        boolean isLines = whole instanceof SecretForm.Lines;
        SecretForm form =
                member == null ? whole : isLines ? SecretForm.Members.ofLines(member) : SecretForm.Members.of(member);
        if (variable != null) {
            return isLines ? EnvironmentVariables.ofLines(variable) : EnvironmentVariables.of(variable);
        }
        return path != null ? SecretFile.of(path.toString(), form) : SecretCommand.of(program, limit, form);
    }

    private static @Nullable Duration timeLimit(String text) {
        Duration read = Values.duration(text);
        return read == null || read.compareTo(LONGEST_RUN) > 0 ? null : read;
    }
}
