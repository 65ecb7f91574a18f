package io.sallyport.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who a gateway is among those that share counters, and which ends it has heard of; over restarts, in the file {@code
 * gateway.id} of its state. Used by one thread at a time; {@link #heard} blocks.
 */
public final class GatewayState {
    private static final String NAME = "gateway.id";
    /** It has not heard of any, and those that were before do not concern it. */
    static final long NONE = -1;

    private final String id;
    private final @Nullable Path file;
    private long heard;

    private GatewayState(String id, long heard, @Nullable Path file) {
        this.id = id;
        this.heard = heard;
        this.file = file;
    }

    /** One that is forgotten with the process. */
    static GatewayState inMemory(String id) {
        return new GatewayState(id, NONE, null);
    }

    /** Reads it from {@code folder}, where it is made if it is missing. */
    public static GatewayState read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.exists(file)) {
            var fresh = new GatewayState(UUID.randomUUID().toString(), NONE, file);
            fresh.write(file);
            return fresh;
        }
        List<String> lines = Files.readAllLines(file);
        try {
            return new GatewayState(UUID.fromString(lines.getFirst()).toString(), Long.parseLong(lines.get(1)), file);
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException(NAME + " does not hold an id and a number", e);
        }
    }

    String id() {
        return id;
    }

    /** The number of the last end that it has heard of. */
    long heard() {
        return heard;
    }

    void heard(long number) throws IOException {
        heard = number;
        if (file != null) {
            write(file);
        }
    }

    private void write(Path to) throws IOException {
        Path fresh = to.resolveSibling(NAME + ".tmp");
        Files.writeString(fresh, id + "\n" + heard + "\n");
        Files.move(fresh, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
