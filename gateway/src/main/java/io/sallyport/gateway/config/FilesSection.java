package io.sallyport.gateway.config;

import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.gateway.files.FilesSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code api_servers.files}. */
final class FilesSection {
    private static final String TIMEOUT =
            "a duration of a second and more, at most " + FilesSettings.LONGEST_TIMEOUT.toHours() + "h";

    private FilesSection() {}

    /** @param folder that a relative path begins at */
    static FilesSettings read(Section files, Path folder, String searchPath) throws ConfigException {
        Path directory = files.path("directory", folder);
        UploadCommand download = command(files, "download", searchPath);
        UploadCommand upload = command(files, "upload", searchPath);
        String root = files.read("root", "", Values.SANDBOX_PATH, Values::sandboxPath);
        Duration timeout = files.read("timeout", FilesSettings.STANDARD_TIMEOUT, TIMEOUT, FilesSection::timeout);
        files.end();
        if (directory != null && download == null && upload == null && root.isEmpty()) {
            return new FilesSettings.Shared(directory, timeout);
        }
        if (directory == null && download != null && upload != null && !root.isEmpty()) {
            return new FilesSettings.ByCommand(download, upload, root, timeout);
        }
        throw files.place("directory").error("api_servers.files: either directory, or download, upload and root");
    }

    private static @Nullable UploadCommand command(Section files, String key, String searchPath)
            throws ConfigException {
        if (!files.has(key)) {
            return null;
        }
        List<String> words = files.list(key, List.of(), "a word", text -> text);
        return switch (UploadCommand.parse(words, searchPath)) {
            case UploadCommand.Accepted(var command) -> command;
            case UploadCommand.Rejected(var why) ->
                throw files.place(key).error("api_servers.files." + key + ": " + why);
        };
    }

    private static @Nullable Duration timeout(String text) {
        Duration read = Values.duration(text);
        boolean isOne = read != null
                && read.toSeconds() > 0
                && read.toMillis() % 1000 == 0
                && read.compareTo(FilesSettings.LONGEST_TIMEOUT) <= 0;
        return isOne ? read : null;
    }
}
