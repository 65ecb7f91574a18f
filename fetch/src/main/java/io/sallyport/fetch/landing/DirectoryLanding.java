package io.sallyport.fetch.landing;

import io.sallyport.fetch.answer.Refused;
import io.sallyport.fetch.answer.RefusedException;
import io.sallyport.fetch.cache.CachedSkill;
import io.sallyport.fetch.tree.Sha256;
import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lands skills in a directory that the gateway and the sandbox share, as {@code FIRST8-NAME}. A skill is copied aside and
 * moved in as a whole, into the directory as it was opened: whatever the sandbox plants there is neither followed nor
 * written through. Safe for concurrent use; may block.
 */
public final class DirectoryLanding implements Landing {
    private static final int FIRST_DIGITS = 8;
    private static final int MORE_DIGITS = 8;

    private final Path destination;
    private final String shown;
    private final Staging staging;
    private final Map<String, Path> landed = new HashMap<>(); // guarded by this

    private DirectoryLanding(Path destination, String shown, Staging staging) {
        this.destination = destination;
        this.shown = shown;
        this.staging = staging;
    }

    /**
     * A landing place; what is missing of both directories is made.
     *
     * @param destination what the sandbox sees
     * @param shown how the sandbox names it: absolute, without a slash at its end
     * @param staging on the same file system, and not for the sandbox to write to
     * @throws IOException where one of them cannot be made
     */
    public static DirectoryLanding open(Path destination, String shown, Path staging, Executables executables)
            throws IOException {
        Files.createDirectories(destination);
        Files.createDirectories(staging);
        return new DirectoryLanding(destination.toRealPath(), shown, new Staging(staging.toRealPath(), executables));
    }

    @Override
    public synchronized String deliver(CachedSkill skill, String name) throws RefusedException {
        try (SecureDirectoryStream<Path> open = OpenDirectories.open(destination)) {
            Path known = landed.get(key(skill.sha256(), name));
            Path at = known != null && OpenDirectories.holdsDirectory(open, known) ? known : land(open, skill, name);
            landed.put(key(skill.sha256(), name), at);
            return shown + "/" + at;
        } catch (AtomicMoveNotSupportedException _) {
            throw failed("fetch.staging and the landing directory are on two file systems");
        } catch (IOException | InvalidPathException e) {
            throw failed(e.toString());
        }
    }

    private Path land(SecureDirectoryStream<Path> open, CachedSkill skill, String name) throws IOException {
        Path copy = staging.copy(skill);
        try (SecureDirectoryStream<Path> from = OpenDirectories.open(staging.directory())) {
            Path staged = copy.getFileName();
            for (int digits = FIRST_DIGITS; digits <= Sha256.DIGITS; digits += MORE_DIGITS) {
                Path at = Path.of(skill.sha256().prefix(digits) + "-" + name);
                if (staged != null && !OpenDirectories.holds(open, at) && moved(from, staged, open, at)) {
                    return at;
                }
            }
            throw new IOException("every name for it is taken");
        } finally {
            staging.remove(copy);
        }
    }

    /** False where something came to bear that name meanwhile. */
    private static boolean moved(SecureDirectoryStream<Path> from, Path staged, SecureDirectoryStream<Path> to, Path at)
            throws IOException {
        try {
            from.move(staged, to, at);
            return true;
        } catch (AtomicMoveNotSupportedException e) {
            throw e;
        } catch (FileSystemException e) {
            if (OpenDirectories.holds(to, at)) {
                return false;
            }
            throw e;
        }
    }

    private static String key(Sha256 sha256, String name) {
        return sha256.hex() + "-" + name;
    }

    private static RefusedException failed(@Nullable String detail) {
        return new RefusedException(Refused.cannotDeliver(String.valueOf(detail)));
    }
}
