package io.sallyport.cli.apiserver;

import io.sallyport.apiservers.files.FilesSettings;
import io.sallyport.cli.command.CliException;
import io.sallyport.configuration.key.Values;
import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The flags that locate a sandbox's files: {@code api_servers.files} of the configuration, for one run. */
final class FilesFlags {
    @Option(
            names = "--directory",
            paramLabel = "DIR",
            description = "The folder that holds the folder ID, which sandbox and server share.")
    private @Nullable Path directory;

    @Option(
            names = "--download",
            paramLabel = "JSON",
            description =
                    "In place of --directory: a command out of the sandbox, as a list of words with {sandbox}, {source} and"
                            + " {destination}, {directory} or {name}. No shell reads it.")
    private @Nullable String download;

    @Option(names = "--upload", paramLabel = "JSON", description = "Likewise, a command into the sandbox.")
    private @Nullable String upload;

    @Option(names = "--root", paramLabel = "DIR", description = "With commands: the folder in the sandbox.")
    private @Nullable String root;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "The time for the whole transfer (default: ${DEFAULT-VALUE}).")
    private int seconds = (int) FilesSettings.STANDARD_TIMEOUT.toSeconds();

    FilesSettings settings() throws CliException {
        long most = FilesSettings.LONGEST_TIMEOUT.toSeconds();
        if (seconds < 1 || seconds > most) {
            throw CliException.unusable("--timeout: " + seconds + " (expected: 1 to " + most + ")");
        }
        Duration timeout = Duration.ofSeconds(seconds);
        if (directory != null && download == null && upload == null && root == null) {
            return new FilesSettings.Shared(directory.toAbsolutePath(), timeout);
        }
        if (directory != null || download == null || upload == null || root == null) {
            throw CliException.unusable("expected: --directory, or --download, --upload and --root");
        }
        if (Values.sandboxPath(root) == null) {
            throw CliException.unusable("--root (expected: " + Values.SANDBOX_PATH + ")");
        }
        return new FilesSettings.ByCommand(command("--download", download), command("--upload", upload), root, timeout);
    }

    private static UploadCommand command(String flag, String json) throws CliException {
        return switch (UploadCommand.parse(words(flag, json), System.getenv().getOrDefault("PATH", ""))) {
            case Parsed.Accepted(var command) -> command;
            case Parsed.Rejected(var why, int _) -> throw CliException.unusable(flag + ": " + why);
        };
    }

    private static List<String> words(String flag, String json) throws CliException {
        try {
            JsonNode list = JsonMapper.shared().readTree(json);
            List<String> words = new ArrayList<>();
            list.forEach(word -> words.add(word.isString() ? word.asString() : ""));
            if (list.isArray()) {
                return words;
            }
        } catch (JacksonException _) {
            // reported below
        }
        throw CliException.unusable(flag + " (expected: a JSON list of words)");
    }
}
