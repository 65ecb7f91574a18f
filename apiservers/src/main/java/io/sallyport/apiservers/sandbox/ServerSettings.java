package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.files.FilesSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What of this machine a harness may start and see: the section {@code api_servers} of the configuration. Immutable.
 *
 * @param directories absolute; programs stand in or below them
 * @param variables of the gateway's environment, by name, that a harness may read
 * @param settable names that a harness may give any value, in the environment of a program
 * @param wrapper what stands before each program, itself run as {@code user}; may be empty
 * @param user another system user as whom servers run, or null: the gateway's own
 * @param home absolute: where that user's servers have their working directories; null: beside the state directory
 * @param startup how long a server may take from its start to its first healthy answer
 * @param files how servers exchange files with their sandbox, or null: they do not
 */
public record ServerSettings(
        List<Path> directories,
        Set<String> variables,
        Set<String> settable,
        List<String> wrapper,
        @Nullable String user,
        @Nullable Path home,
        Duration startup,
        @Nullable FilesSettings files) {
    /** Nothing is started. */
    public static final ServerSettings NOTHING = new ServerSettings(
            List.of(), Set.of(), Set.of(), List.of(), null, null, ServerTimes.STANDARD.startup(), null);

    public ServerSettings {
        directories = List.copyOf(directories);
        variables = Set.copyOf(variables);
        settable = Set.copyOf(settable);
        wrapper = List.copyOf(wrapper);
    }
}
