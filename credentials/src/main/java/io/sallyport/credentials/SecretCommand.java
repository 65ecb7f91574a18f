package io.sallyport.credentials;

import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The output of a program ({@code exec}), bounded in time and bytes, with an environment of {@code PATH} and {@code
 * HOME}.
 *
 * @param command the argument vector
 * @param timeLimit after which the program is killed, at most 5 minutes
 */
public record SecretCommand(List<String> command, Duration timeLimit, SecretForm form) implements SecretSource {
    public SecretCommand {
        command = List.copyOf(command);
    }

    /** Creates a source; {@code command} is an argument vector. */
    public static Parsed<SecretCommand> of(List<String> command, Duration timeLimit, SecretForm form) {
        String problem = BoundedCommand.problemOf(command, timeLimit);
        return problem == null
                ? new Parsed.Accepted<>(new SecretCommand(command, timeLimit, form))
                : new Parsed.Rejected<>(problem);
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        var bounded = new BoundedCommand(command, Map.of(), timeLimit);
        return bounded.run("", context, output -> form.read(output, bounded.program()));
    }
}
