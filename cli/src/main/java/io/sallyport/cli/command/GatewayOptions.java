package io.sallyport.cli.command;

import io.sallyport.client.AdminClient;
import io.sallyport.control.store.Endpoints;
import io.sallyport.control.store.StateDirectory;
import io.sallyport.control.store.StateException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that locate a running gateway; the environment and the state directory provide what they omit. */
public final class GatewayOptions {
    @Option(
            names = "--admin",
            paramLabel = "URL",
            description =
                    "The control API (default: SALLYPORT_ADMIN, else the gateway of the default state directory).")
    private @Nullable String admin;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "The admin token (default: SALLYPORT_TOKEN_FILE, else that of the default state directory).")
    private @Nullable Path tokenFile;

    /** One call of the control API. */
    public interface Call {
        /** Makes the call with {@code client}; throws if no gateway answers. */
        AdminClient.Reply of(AdminClient client) throws IOException;
    }

    /** Returns the reply of the gateway; if it cannot be reached, ends the command. */
    public AdminClient.Reply ask(Call call) throws CliException {
        String url = url();
        try (var client = new AdminClient(uri(url), token())) {
            return call.of(client);
        } catch (IOException e) {
            throw CliException.unreachable("no gateway answers at " + url + ": " + reason(e));
        }
    }

    private String url() throws CliException {
        String given = admin == null ? System.getenv("SALLYPORT_ADMIN") : admin;
        return given == null || given.isEmpty() ? endpoints().admin() : given;
    }

    private String token() throws CliException {
        Path file = tokenFile;
        String environment = System.getenv("SALLYPORT_TOKEN_FILE");
        if (file == null && environment != null && !environment.isEmpty()) {
            file = Path.of(environment);
        }
        if (file == null) {
            file = Path.of(endpoints().tokenFile());
        }
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw CliException.unreachable(file + ": the admin token cannot be read: " + reason(e));
        }
    }

    private static Endpoints endpoints() throws CliException {
        Path state = StateDirectory.defaultPath(Map.copyOf(System.getenv()));
        try {
            Endpoints running = Endpoints.read(state);
            if (running != null) {
                return running;
            }
        } catch (StateException e) {
            throw CliException.unreachable(e.getMessage() + "");
        }
        throw CliException.unreachable(
                "no gateway runs with the default state directory " + state + "; name one by --admin and --token-file");
    }

    private static URI uri(String url) throws CliException {
        try {
            URI uri = URI.create(url);
            if (("http".equals(uri.getScheme()) || "https".equals(uri.getScheme())) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException _) {
            // reported below, like every other unusable URL
        }
        throw CliException.unusable("--admin: " + url + " (expected: http://HOST:PORT)");
    }

    private static String reason(IOException e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }
}
