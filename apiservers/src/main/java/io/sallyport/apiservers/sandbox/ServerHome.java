package io.sallyport.apiservers.sandbox;

import io.sallyport.apiservers.RunFolder;
import io.sallyport.apiservers.SearchPath;
import io.sallyport.apiservers.ServerUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * As whom servers run and where what is theirs lies, tried at the start. Immutable.
 *
 * @param folder the gateway's own, with one folder for each run
 * @param user null: the gateway's own user
 * @param home of that user, with one folder for each run; {@code folder} where there is none
 */
record ServerHome(Path folder, @Nullable ServerUser user, Path home) {
    /**
     * What {@code settings} say, where this machine can do it.
     *
     * @param folder in which each run has one of the gateway's own
     * @param state the gateway's secrets, which the user must not be able to read
     */
    static ServerHome of(ServerSettings settings, Path folder, Path state, SearchPath path) throws HostSetupException {
        return switch (settings.user() == null ? null : ServerUser.find(settings.user(), path)) {
            case null -> new ServerHome(folder, null, folder);
            case ServerUser.Found.Unusable(String why) -> throw new HostSetupException("api_servers.user: " + why);
            case ServerUser.Found.Usable(ServerUser user) ->
                new ServerHome(folder, user, home(settings.home(), state, path, user));
        };
    }

    private static Path home(@Nullable Path set, Path state, SearchPath path, ServerUser user)
            throws HostSetupException {
        if (path.find("setsid") == null) {
            throw new HostSetupException(
                    "api_servers.user: setsid is not on the PATH, and what a server starts could not be ended");
        }
        if (user.canRead(state)) {
            throw new HostSetupException("api_servers.user: " + user.name() + " can read the state directory " + state);
        }
        Path home = set == null ? state.resolveSibling(state.getFileName() + "-servers") : set;
        make(home, user);
        if (!user.canWrite(home)) {
            throw new HostSetupException("api_servers.home: " + user.name() + " cannot write into " + home
                    + " (expected: a folder of that user's, with mode 0700, in folders that it may enter)");
        }
        return home;
    }

    /** Only root can give it to its user; else the operator has made it. */
    private static void make(Path home, ServerUser user) throws HostSetupException {
        if (user.tool() != ServerUser.Tool.SETPRIV || Files.exists(home)) {
            return;
        }
        try {
            var ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
            Files.createDirectory(home, ownerOnly);
            Files.setOwner(
                    home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.name()));
        } catch (IOException e) {
            throw new HostSetupException("api_servers.home: " + home + " cannot be made: " + e, e);
        }
    }

    /** Where the run of that name is. */
    RunFolder run(String name) {
        return new RunFolder(folder.resolve(name), home.resolve(name), user);
    }
}
