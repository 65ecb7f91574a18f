package io.sallyport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** The id of a gateway among those that share counters: made once, and kept with its state. */
public final class GatewayIdFile {
    private static final String NAME = "gateway.id";

    private GatewayIdFile() {}

    /** Reads it from {@code folder}, where it is made if it is missing. */
    public static String read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            Path fresh = folder.resolve(NAME + ".tmp");
            Files.writeString(fresh, UUID.randomUUID() + "\n");
            Files.move(fresh, file);
        }
        try {
            return UUID.fromString(Files.readString(file).strip()).toString();
        } catch (IllegalArgumentException e) {
            throw new IOException(NAME + " holds no id", e);
        }
    }
}
