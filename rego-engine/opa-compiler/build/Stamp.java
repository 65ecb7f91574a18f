import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Remembers in {@code target} what a step made last, so that a step with nothing new to do does nothing. */
record Stamp(Path file) {
    boolean says(String key) throws IOException {
        return Files.exists(file) && Files.readString(file).equals(key);
    }

    void write(String key) throws IOException {
        Files.writeString(file, key);
    }
}
