package io.sallyport.gateway.config;

import io.sallyport.gateway.apiservers.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The section {@code api_servers}: what of this machine harnesses may start. */
final class ServerSection {
    private ServerSection() {}

    /** @param folder that relative paths begin at */
    static ServerSettings read(Section section, Path folder) throws ConfigException {
        List<Path> directories = section.list(
                "directories",
                List.of(),
                "a directory",
                text -> text.isEmpty() ? null : folder.resolve(text).normalize());
        List<String> variables = section.list(
                "variables",
                List.of(),
                "the name of a variable",
                text -> text.matches("[A-Za-z_][A-Za-z0-9_]*") ? text : null);
        List<String> wrapper =
                section.list("wrapper", List.of(), "a word of a command", text -> text.isEmpty() ? null : text);
        section.end();
        return new ServerSettings(directories, Set.copyOf(variables), wrapper);
    }
}
