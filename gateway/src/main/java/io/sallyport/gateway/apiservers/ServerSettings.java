package io.sallyport.gateway.apiservers;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What of this machine a harness may start and see: the section {@code api_servers} of the configuration. Immutable.
 *
 * @param directories absolute; programs stand in or below them
 * @param variables of the gateway's environment, by name
 * @param wrapper what stands before each program, as {@code sudo -n -u NAME --}; empty: it runs as the gateway's user
 */
public record ServerSettings(List<Path> directories, Set<String> variables, List<String> wrapper) {
    /** Nothing is started. */
    public static final ServerSettings NOTHING = new ServerSettings(List.of(), Set.of(), List.of());

    public ServerSettings {
        directories = List.copyOf(directories);
        variables = Set.copyOf(variables);
        wrapper = List.copyOf(wrapper);
    }
}
