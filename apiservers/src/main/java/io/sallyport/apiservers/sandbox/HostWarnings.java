package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.files.FilesSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What an operator should know of how servers are run here. */
final class HostWarnings {
    private HostWarnings() {}

    static List<String> of(ServerSettings settings, Launcher launcher) {
        List<String> warnings = new ArrayList<>();
        if (settings.user() == null) {
            warnings.add("api_servers.user is not set: API servers run as the gateway's user, and can read its secrets"
                    + (settings.wrapper().isEmpty() ? "" : " where the wrapper does not keep them from it"));
        }
        settings.directories().stream()
                .filter(directory -> !Files.isDirectory(directory))
                .map(directory -> "api_servers.directories: there is no directory " + directory)
                .forEach(warnings::add);
        if (settings.files() instanceof FilesSettings.Shared(Path directory, var _) && !Files.isDirectory(directory)) {
            warnings.add("api_servers.files.directory: there is no directory " + directory);
        }
        if (launcher.setsid() == null) {
            warnings.add("setsid is not on the PATH: what an API server starts and leaves behind may outlive it");
        }
        if (launcher.lastWill().isEmpty()) {
            warnings.add("API servers may outlive a gateway that is killed until it is started again:"
                    + (settings.user() == null ? " setpriv --pdeathsig is not there" : " sudo is between them"));
        }
        return warnings;
    }
}
