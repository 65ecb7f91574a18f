package io.sallyport.gateway.config;

import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.fetch.landing.UploadRuns;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code fetch.upload} and the two keys beside it. */
final class UploadSection {
    private static final String TIMEOUT =
            "a duration above zero, at most the " + UploadRuns.LONGEST.toSeconds() + "s of a whole fetch";

    private UploadSection() {}

    /** Null where no command is named. */
    static FetchSettings.@Nullable Upload read(Section fetch, Path staging, Map<String, String> environment)
            throws ConfigException {
        List<String> words = fetch.list("upload", List.of(), "a word", text -> text);
        List<String> seen = fetch.list("upload_environment", List.of(), Values.VARIABLE, Values::variableName);
        Duration timeout = fetch.read("upload_timeout", UploadRuns.LONGEST, TIMEOUT, UploadSection::timeout);
        if (words.isEmpty()) {
            return null;
        }
        return switch (UploadCommand.parse(words, environment.getOrDefault("PATH", ""))) {
            case UploadCommand.Rejected(var why) -> throw fetch.place("upload").error("fetch.upload: " + why);
            case UploadCommand.Accepted(var command) ->
                new FetchSettings.Upload(
                        new UploadRuns(command, UploadRuns.environment(seen, environment), timeout), staging);
        };
    }

    private static @Nullable Duration timeout(String text) {
        Duration read = Values.duration(text);
        return read == null || read.compareTo(UploadRuns.LONGEST) > 0 ? null : read;
    }
}
