package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.SearchPath;
import io.sallyport.apiservers.ServerUser;
import io.sallyport.apiservers.files.FilesProgram;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** By what servers exchange files with their sandbox, tried at the start. */
final class ServerFiles {
    private ServerFiles() {}

    /** This program for the servers of {@code user}, or null where {@code settings} have no files. */
    static @Nullable FilesProgram of(ServerSettings settings, @Nullable ServerUser user, SearchPath path)
            throws HostSetupException {
        if (settings.files() == null) {
            return null;
        }
        FilesProgram program = FilesProgram.ofThisJvm(settings.files(), path.find("env"));
        if (user != null) {
            requireReadable(program, user);
        }
        return program;
    }

    /** Servers start it as their user. */
    static void requireReadable(FilesProgram program, ServerUser user) throws HostSetupException {
        for (Path file : program.files()) {
            if (!user.canRead(file)) {
                throw new HostSetupException("api_servers.files: " + user.name() + " cannot read " + file
                        + ", and servers start this program as that user");
            }
        }
    }
}
