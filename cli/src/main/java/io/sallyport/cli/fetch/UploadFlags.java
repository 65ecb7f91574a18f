package io.sallyport.cli.fetch;

import io.sallyport.cli.command.CliException;
import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.fetch.landing.UploadRuns;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The flags that name a command which brings skills into the sandbox. */
final class UploadFlags {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Option(
            names = "--upload",
            paramLabel = "JSON",
            description = {
                "A command that uploads, as a list of words: [\"openshell\",\"sandbox\",\"upload\",\"{sandbox}\","
                        + "\"{source}\",\"{destination}\"]. No shell reads it. {sandbox} is --sandbox, {source} the"
                        + " skill's directory here, {destination} where it belongs: {directory} (--shown) and {name}."
            })
    private @Nullable String upload;

    @Option(
            names = "--upload-env",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Variables that the command sees beside PATH and LANG.")
    private List<String> environment = new ArrayList<>();

    @Option(names = "--upload-timeout", paramLabel = "SECONDS", description = "Kill the command after so many seconds.")
    private int seconds = (int) UploadRuns.LONGEST.toSeconds();

    /** Returns null if no command is named. */
    @Nullable
    UploadRuns runs() throws CliException {
        if (upload == null) {
            return null;
        }
        long most = UploadRuns.LONGEST.toSeconds();
        if (seconds < 1 || seconds > most) {
            throw CliException.unusable("--upload-timeout: " + seconds + " (expected: 1 to " + most + ")");
        }
        String path = System.getenv().getOrDefault("PATH", "");
        return switch (UploadCommand.parse(words(upload), path)) {
            case Parsed.Rejected(var why, int _) -> throw CliException.unusable("--upload: " + why);
            case Parsed.Accepted(var command) ->
                new UploadRuns(
                        command, UploadRuns.environment(environment, System.getenv()), Duration.ofSeconds(seconds));
        };
    }

    private static List<String> words(String json) throws CliException {
        try {
            JsonNode list = JSON.readTree(json);
            List<String> words = new ArrayList<>();
            for (JsonNode word : list) {
                words.add(word.isString() ? word.asString() : "");
            }
            if (list.isArray()) {
                return words;
            }
        } catch (JacksonException _) {
            // reported below
        }
        throw CliException.unusable("--upload: (expected: a JSON list of words)");
    }
}
