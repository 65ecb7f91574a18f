package io.sallyport.configuration;

import io.sallyport.apiservers.files.FilesSettings;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Forms;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.configuration.key.Values;
import io.sallyport.fetch.landing.UploadCommand;
import io.sallyport.model.text.Parsed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code api_servers.files}. */
final class FilesSection {
    private static final String TIMEOUT =
            "a duration of a second and more, at most " + FilesSettings.LONGEST_TIMEOUT.toHours() + "h";

    static final Keys FILES = new Keys("api_servers.files");
    private static final Key<String> DIRECTORY = FILES.optional(
            "directory",
            Forms.FOLDER,
            "none",
            "What API servers and sandboxes share, a directory of its id for each ([API servers](api-servers.md)).");
    private static final Key<String> DOWNLOAD =
            FILES.list("download", Forms.WORD, "none", "A command that brings a file out of a sandbox.");
    private static final Key<String> UPLOAD =
            FILES.list("upload", Forms.WORD, "none", "A command that brings a file into a sandbox.");
    private static final Key<String> ROOT =
            FILES.optional("root", Forms.SANDBOX_PATH, "none", "Where the files of commands are in a sandbox.");
    private static final Key<Duration> FILES_TIMEOUT = FILES.value(
            "timeout",
            Form.duration(TIMEOUT, FilesSection::timeout),
            FilesSettings.STANDARD_TIMEOUT,
            "How long one transfer may take.");

    private FilesSection() {}

    /** @param folder base of relative paths */
    static FilesSettings read(Section files, Path folder, String searchPath) throws ConfigException {
        Path directory = files.path(DIRECTORY, folder);
        UploadCommand download = command(files, DOWNLOAD, searchPath);
        UploadCommand upload = command(files, UPLOAD, searchPath);
        String root = files.read(ROOT, "");
        Duration timeout = files.read(FILES_TIMEOUT);
        files.end();
        if (directory != null && download == null && upload == null && root.isEmpty()) {
            return new FilesSettings.Shared(directory, timeout);
        }
        if (directory == null && download != null && upload != null && !root.isEmpty()) {
            return new FilesSettings.ByCommand(download, upload, root, timeout);
        }
        throw files.place("directory").error("api_servers.files: either directory, or download, upload and root");
    }

    private static @Nullable UploadCommand command(Section files, Key<String> key, String searchPath)
            throws ConfigException {
        List<String> words = files.list(key);
        if (!files.has(key)) {
            return null;
        }
        return switch (UploadCommand.parse(words, searchPath)) {
            case Parsed.Accepted(var command) -> command;
            case Parsed.Rejected(var why, int _) ->
                throw files.place(key.name()).error(key.path() + ": " + why);
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
