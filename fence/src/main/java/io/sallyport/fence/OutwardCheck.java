package io.sallyport.fence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tries, for real, what leads out of the place where this process runs (program/doctor.go). */
public final class OutwardCheck {
    private OutwardCheck() {}

    /**
     * Starts it. It connects to public addresses and to metadata services, prints on this process's streams, and ends
     * within seconds: with 0 if nothing is open, with 1 if something is.
     *
     * @param folder for its program; empty, and for no other user to enter
     * @param options {@code --json}, and {@code --admin} with an address
     * @return null if there is none for this platform
     * @throws IOException if it cannot be started
     */
    public static @Nullable Process start(Path folder, List<String> options) throws IOException {
        Path program = FenceProgram.extract(folder);
        if (program == null) {
            return null;
        }
        List<String> words = new ArrayList<>(List.of(program.toString(), "doctor"));
        words.addAll(options);
        return new ProcessBuilder(words).inheritIO().start();
    }
}
