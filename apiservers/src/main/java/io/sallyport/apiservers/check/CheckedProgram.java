package io.sallyport.apiservers.check;

import io.sallyport.apiservers.Launcher;
import io.sallyport.apiservers.SupervisionResources;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The program that is checked. Immutable.
 *
 * @param command its argument vector, to which the flags are added
 * @param folder where it is started
 * @param environment all that it gets beside {@code PATH} and its run
 */
public record CheckedProgram(Launcher launcher, List<String> command, Path folder, Map<String, String> environment) {
    static final String RUN = "check-4711";

    public CheckedProgram {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Flags beside the port. */
    record Flags(boolean token, boolean bind) {
        static final Flags ALL = new Flags(true, true);
    }

    /** Starts it on a port that is free. */
    CheckedProcess start(Flags flags, Duration reply) throws IOException {
        return start(freePort(), flags, reply);
    }

    /** Starts it with a token of its own. */
    CheckedProcess start(int port, Flags flags, Duration reply) throws IOException {
        String token = newToken();
        List<String> more = new ArrayList<>(List.of("--port", Integer.toString(port)));
        if (flags.token()) {
            more.addAll(List.of("--token", token));
        }
        if (flags.bind()) {
            more.addAll(List.of("--bind-address", "127.0.0.1"));
        }
        return new CheckedProcess(launch(more), port, token, reply);
    }

    /** Starts it with {@code --token-file}. */
    CheckedProcess startWithTokenFile(Path file, String token, Duration reply) throws IOException {
        int port = freePort();
        List<String> flags = List.of(
                "--port", Integer.toString(port), "--token-file", file.toString(), "--bind-address", "127.0.0.1");
        return new CheckedProcess(launch(flags), port, token, reply);
    }

    /** Starts it with {@code --token} and nothing in it. */
    CheckedProcess startWithEmptyToken(Duration reply) throws IOException {
        int port = freePort();
        return new CheckedProcess(launch(List.of("--port", Integer.toString(port), "--token", "")), port, "", reply);
    }

    private Launcher.Started launch(List<String> flags) throws IOException {
        List<String> whole = new ArrayList<>(command);
        whole.addAll(flags);
        Map<String, String> variables = new HashMap<>(environment);
        variables.put(SupervisionResources.RUN_VARIABLE, RUN);
        return launcher.start(whole, folder, variables, false);
    }

    /** With a letter in it, so that it has another case. */
    static String newToken() {
        return "a" + UUID.randomUUID().toString().substring(1);
    }

    private static int freePort() throws IOException {
        try (var free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return free.getLocalPort();
        }
    }
}
