package io.sallyport.control.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The addresses on which the gateway of a state directory listens, published there as {@code gateway.json} while it
 * runs.
 *
 * @param proxy URL of the proxy
 * @param admin URL of the control API
 * @param tokenFile absolute path of the admin token's file
 * @param health URL of the health endpoint, or null if there is none
 * @param socks URL of the proxy for SOCKS5, or null if there is none
 */
public record Endpoints(
        String proxy,
        String admin,
        String tokenFile,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String health,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String socks) {
    private static final String FILE = "gateway.json";

    public Endpoints {
        Objects.requireNonNull(proxy, "proxy");
        Objects.requireNonNull(admin, "admin");
        Objects.requireNonNull(tokenFile, "token_file");
    }

    /** Returns the endpoints of the gateway that runs on the state directory {@code root}, or null if none runs. */
    public static @Nullable Endpoints read(Path root) throws StateException {
        Path file = root.resolve(FILE);
        try {
            return StateForms.endpoints(file, Files.readAllBytes(file));
        } catch (NoSuchFileException _) {
            return null;
        } catch (IOException e) {
            throw new StateException(file, "cannot be read", e);
        }
    }

    /**
     * Returns one line of JSON: {@code {"proxy","admin","token_file"}}, and {@code "health"} and {@code "socks"} if
     * there are such.
     */
    public String line() {
        return StateForms.line(this);
    }

    void write(Path root) throws StateException {
        DurableFile.write(root.resolve(FILE), (line() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static void delete(Path root) throws StateException {
        DurableFile.delete(root.resolve(FILE));
    }
}
