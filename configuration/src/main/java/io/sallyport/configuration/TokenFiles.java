package io.sallyport.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/** Files that hold a token. Anyone who can read such a file has the token's rights. */
final class TokenFiles {
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    private TokenFiles() {}

    /** Returns a warning for each existing file that others than its owner can read. */
    static List<String> readableByOthers(List<Path> files) {
        return files.stream()
                .filter(TokenFiles::isReadableByOthers)
                .map(file -> file + " holds a token, and others than its owner may read it (chmod 600)")
                .toList();
    }

    private static boolean isReadableByOthers(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains);
        } catch (IOException | UnsupportedOperationException _) {
            return false; // the file will be created readable by its owner only, or reading it later reports the error
        }
    }
}
