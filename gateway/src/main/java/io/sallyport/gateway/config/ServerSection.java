package io.sallyport.gateway.config;

import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.ServerUser;
import io.sallyport.gateway.apiservers.ServerSettings;
import io.sallyport.gateway.files.FilesSettings;
import java.nio.file.Path;
import java.time.Duration;
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
        Set<String> variables = variables(section, "variables");
        Set<String> settable = variables(section, "env");
        List<String> wrapper =
                section.list("wrapper", List.of(), "a word of a command", text -> text.isEmpty() ? null : text);
        String user = section.read("user", "", "the name of a user", text -> ServerUser.isName(text) ? text : null);
        Path home = section.path("home", folder);
        Duration startup =
                section.read("startup_timeout", ServerTimes.STANDARD.startup(), Values.DURATION, Values::duration);
        String searchPath = System.getenv().getOrDefault("PATH", "");
        FilesSettings files =
                section.has("files") ? FilesSection.read(section.section("files"), folder, searchPath) : null;
        section.pass("files");
        section.end();
        return new ServerSettings(
                directories, variables, settable, wrapper, user.isEmpty() ? null : user, home, startup, files);
    }

    private static Set<String> variables(Section section, String key) throws ConfigException {
        return Set.copyOf(section.list(key, List.of(), Values.VARIABLE, Values::variableName));
    }
}
