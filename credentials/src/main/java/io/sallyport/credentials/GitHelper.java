package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A credential helper of git (gitcredentials(7), git-credential(1)), or git itself with the helpers of its
 * configuration. The values are {@link #USERNAME} and {@link #PASSWORD}; they end at {@code password_expiry_utc}, if
 * the helper tells one. Nobody is asked on a terminal.
 *
 * @param command the argument vector, with the action ({@code get} or {@code fill})
 * @param url whose credentials are asked for
 * @param isPathTold whether the helper is told the path of the URL
 */
public record GitHelper(List<String> command, CanonicalUrl url, boolean isPathTold, Duration timeLimit)
        implements SecretSource {
    public static final String USERNAME = "username";
    public static final String PASSWORD = "password";

    private static final Map<String, String> ENVIRONMENT = Map.of("GIT_TERMINAL_PROMPT", "0", "GIT_ASKPASS", "false");

    public GitHelper {
        command = List.copyOf(command);
    }

    /**
     * Creates a source of one helper, such as {@code git credential-store}, which is called with {@code get}. It is not
     * told the path, as git does without {@code credential.useHttpPath}.
     */
    public static Parsed<GitHelper> ofHelper(List<String> helper, String url, Duration timeLimit) {
        List<String> command = new ArrayList<>(helper);
        command.add("get");
        String problem = helper.isEmpty() ? "a command begins with its program" : null;
        return problem == null ? of(command, url, false, timeLimit) : new Parsed.Rejected<>(problem);
    }

    /** Creates a source of git, with the helpers of its configuration ({@code git credential fill}). */
    public static Parsed<GitHelper> ofGit(String url, Duration timeLimit) {
        return of(List.of("git", "credential", "fill"), url, true, timeLimit);
    }

    private static Parsed<GitHelper> of(List<String> command, String url, boolean isPathTold, Duration timeLimit) {
        String problem = BoundedCommand.problemOf(command, timeLimit);
        if (problem != null) {
            return new Parsed.Rejected<>(problem);
        }
        return switch (CanonicalUrl.parse(url, Dialect.DOCUMENT)) {
            case Canonicalized.Rejected<CanonicalUrl>(var _, String why, int at) -> new Parsed.Rejected<>(why, at);
            case Canonicalized.Accepted<CanonicalUrl>(CanonicalUrl read) ->
                new Parsed.Accepted<>(new GitHelper(command, read, isPathTold, timeLimit));
        };
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        String path = isPathTold ? "path=" + url.path().text().substring(1) + "\n" : "";
        String question = "protocol=" + url.scheme().word() + "\nhost=" + url.authority() + "\n" + path + "\n";
        return new BoundedCommand(command, ENVIRONMENT, timeLimit).run(question, context, this::read);
    }

    private SecretFetch read(byte[] output) {
        String text = new String(output, StandardCharsets.UTF_8);
        Arrays.fill(output, (byte) 0);
        Map<String, String> attributes = new HashMap<>();
        text.lines().filter(line -> line.indexOf('=') > 0).forEach(line -> {
            int equals = line.indexOf('=');
            attributes.put(line.substring(0, equals), line.substring(equals + 1));
        });
        try (var gathered = new SecretGathering()) {
            for (String name : List.of(USERNAME, PASSWORD)) {
                String value = attributes.get(name);
                if (value == null) {
                    return new Unavailable(program() + " has no " + name + " for " + url.authority(), false);
                }
                gathered.addText(name, value, false);
            }
            return gathered.result(program(), end(attributes.get("password_expiry_utc")));
        }
    }

    private String program() {
        return command.getFirst();
    }

    /** An expiry that cannot be read has passed. */
    private static @Nullable Instant end(@Nullable String seconds) {
        if (seconds == null) {
            return null;
        }
        return seconds.matches("[0-9]{1,11}") ? Instant.ofEpochSecond(Long.parseLong(seconds)) : Instant.EPOCH;
    }
}
