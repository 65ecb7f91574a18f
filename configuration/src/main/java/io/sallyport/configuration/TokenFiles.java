package io.sallyport.configuration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Set;

/** Files that hold a token. Whoever may read one may do what the token may. */
final class TokenFiles {
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.GROUP_READ, PosixFilePermission.OTHERS_READ);

    private TokenFiles() {}

    /** A sentence for each that is there and that others than its owner may read. */
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
            return false; // it is made later, for its owner alone, or reading it says what is wrong
        }
    }
}
