package io.sallyport.configuration;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.fetch.landing.UploadRuns;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads {@code fetch.upload} and the two keys that belong to it. */
final class UploadSection {
    private static final String TIMEOUT =
            "a duration above zero, at most the " + UploadRuns.LONGEST.toSeconds() + "s of a whole fetch";

    static final Keys UPLOADS = new Keys("fetch");
    private static final Key<String> UPLOAD = UPLOADS.list(
            "upload",
            Forms.WORD,
            "none",
            "A command that brings skills into sandboxes in place of a shared directory. Needs `shown`.");
    private static final Key<String> ENVIRONMENT =
            UPLOADS.list("upload_environment", Forms.VARIABLE, "none", "Variables of the gateway's that it sees.");
    private static final Key<Duration> UPLOAD_TIMEOUT = UPLOADS.value(
            "upload_timeout",
            Form.duration(TIMEOUT, UploadSection::timeout),
            UploadRuns.LONGEST,
            "How long one upload may take.");

    private UploadSection() {}

    /** Returns null if no command is named. */
    static FetchSettings.@Nullable Upload read(Section fetch, Path staging, Map<String, String> environment)
            throws ConfigException {
        List<String> words = fetch.list(UPLOAD);
        List<String> seen = fetch.list(ENVIRONMENT);
        Duration timeout = fetch.read(UPLOAD_TIMEOUT);
        if (words.isEmpty()) {
            return null;
        }
        return switch (UploadCommand.parse(words, environment.getOrDefault("PATH", ""))) {
            case Parsed.Rejected(var why, int _) -> throw fetch.place("upload").error("fetch.upload: " + why);
            case Parsed.Accepted(var command) ->
                new FetchSettings.Upload(
                        new UploadRuns(command, UploadRuns.environment(seen, environment), timeout), staging);
        };
    }

    private static @Nullable Duration timeout(String text) {
        Duration read = Values.duration(text);
        return read == null || read.compareTo(UploadRuns.LONGEST) > 0 ? null : read;
    }
}
