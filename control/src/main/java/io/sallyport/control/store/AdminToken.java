package io.sallyport.control.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The operator's token: one line in a file of mode 0600, created at the first start. */
public final class AdminToken {
    private static final int SHORTEST = 32;

    private AdminToken() {}

    /** Returns the token in {@code file}. Creates the file with a new token if it is missing. */
    public static String readOrCreate(Path file) throws StateException {
        try {
            return read(file);
        } catch (NoSuchFileException _) {
            String token = Secrets.token();
            DurableFile.write(file, (token + "\n").getBytes(StandardCharsets.UTF_8));
            return token;
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    private static String read(Path file) throws IOException, StateException {
        String token = Files.readString(file).strip();
        if (token.length() < SHORTEST || !token.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new StateException(
                    file, "holds no token (expected: one line of at least " + SHORTEST + " characters)");
        }
        return token;
    }
}
