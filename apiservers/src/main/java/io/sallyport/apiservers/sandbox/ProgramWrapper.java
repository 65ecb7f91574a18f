package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.SearchPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands before each program, found once, at the start: what a server is to get has no say in it. */
final class ProgramWrapper {
    private ProgramWrapper() {}

    /** The words of the setting, the first one absolute; nothing where there are none. */
    static List<String> of(ServerSettings settings, SearchPath path) throws HostSetupException {
        if (settings.wrapper().isEmpty()) {
            return List.of();
        }
        String written = settings.wrapper().getFirst();
        Path program = program(written, path);
        if (program == null) {
            throw new HostSetupException("api_servers.wrapper: " + written
                    + " is no program (expected: its absolute path, or a word that is on the PATH)");
        }
        List<String> words = new ArrayList<>(settings.wrapper());
        words.set(0, program.toString());
        return words;
    }

    private static @Nullable Path program(String written, SearchPath path) {
        if (written.indexOf('/') < 0) {
            return path.find(written);
        }
        Path program = Path.of(written);
        return program.isAbsolute() && Files.isRegularFile(program) && Files.isExecutable(program) ? program : null;
    }
}
