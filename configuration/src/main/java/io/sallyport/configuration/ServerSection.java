package io.sallyport.configuration;

import io.sallyport.apiservers.ServerTimes;
import io.sallyport.apiservers.ServerUser;
import io.sallyport.apiservers.files.FilesSettings;
import io.sallyport.apiservers.sandbox.ServerSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The section {@code api_servers}: what harnesses may start on this machine. */
final class ServerSection {
    private static final Keys SERVERS = new Keys("api_servers");
    private static final Key<String> DIRECTORIES = SERVERS.list(
            "directories",
            Form.text("a directory", text -> text.isEmpty() ? null : text),
            "none: no API server starts",
            "Where the programs of API servers are ([API servers](api-servers.md)).");
    private static final Key<String> VARIABLES = SERVERS.list(
            "variables", Forms.VARIABLE, "none", "Variables of the gateway's that harness files may name.");
    private static final Key<String> ENV =
            SERVERS.list("env", Forms.VARIABLE, "none", "Variables that harness files may set.");
    private static final Key<String> WRAPPER = SERVERS.list(
            "wrapper",
            Form.text("a word of a command", text -> text.isEmpty() ? null : text),
            "none",
            "A command that each API server is started by.");
    private static final Key<String> USER = SERVERS.optional(
            "user",
            Form.text("the name of a user", text -> ServerUser.isName(text) ? text : null),
            "the gateway's",
            "The user that API servers run as.");
    private static final Key<String> HOME = SERVERS.optional(
            "home",
            Forms.FOLDER,
            "a folder beside the state directory",
            "Where servers of another `user` have their working directories.");
    private static final Key<Duration> STARTUP_TIMEOUT = SERVERS.value(
            "startup_timeout",
            Form.DURATION,
            ServerTimes.STANDARD.startup(),
            "How long an API server has to become healthy.");

    private ServerSection() {}

    static List<Keys> keys() {
        return List.of(SERVERS, FilesSection.FILES);
    }

    /** @param folder base of relative paths */
    static ServerSettings read(Section section, Path folder) throws ConfigException {
        List<Path> directories = section.list(DIRECTORIES).stream()
                .map(text -> folder.resolve(text).normalize())
                .toList();
        Set<String> variables = Set.copyOf(section.list(VARIABLES));
        Set<String> settable = Set.copyOf(section.list(ENV));
        List<String> wrapper = section.list(WRAPPER);
        String user = section.find(USER);
        Path home = section.path(HOME, folder);
        Duration startup = section.read(STARTUP_TIMEOUT);
        String searchPath = System.getenv().getOrDefault("PATH", "");
        FilesSettings files =
                section.has("files") ? FilesSection.read(section.section("files"), folder, searchPath) : null;
        section.pass("files");
        section.end();
        return new ServerSettings(directories, variables, settable, wrapper, user, home, startup, files);
    }
}
