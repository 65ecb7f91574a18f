package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.documents.DocumentNode;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A program {@code docker-credential-NAME} (docker-credential-helpers): it gets the registry's URL and prints a user
 * name and a secret. The values are {@link #USERNAME} and {@link #PASSWORD}, or {@link #IDENTITY_TOKEN} alone where the
 * user name is {@code <token>}.
 *
 * @param program its name, without a folder
 * @param server the registry, as the helper knows it
 */
public record DockerHelper(String program, String server, Duration timeLimit) implements SecretSource {
    public static final String USERNAME = "username";
    public static final String PASSWORD = "password";
    public static final String IDENTITY_TOKEN = "identity_token";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final Pattern SERVER = Pattern.compile("[!-~]{1,1024}");

    /**
     * Creates a source.
     *
     * @param name behind {@code docker-credential-}
     */
    public static Parsed<DockerHelper> of(String name, String server, Duration timeLimit) {
        if (!NAME.matcher(name).matches()) {
            return new Parsed.Rejected<>("the name of a Docker helper has letters, digits and _.-, at most 64");
        }
        if (!SERVER.matcher(server).matches()) {
            return new Parsed.Rejected<>("a registry is written without spaces, in at most 1024 characters");
        }
        String program = "docker-credential-" + name;
        String problem = BoundedCommand.problemOf(List.of(program), timeLimit);
        return problem == null
                ? new Parsed.Accepted<>(new DockerHelper(program, server, timeLimit))
                : new Parsed.Rejected<>(problem);
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        return new BoundedCommand(List.of(program, "get"), Map.of(), timeLimit).run(server, context, this::read);
    }

    private SecretFetch read(byte[] output) {
        DocumentNode.Members answer = SecretJson.object(output);
        Arrays.fill(output, (byte) 0);
        if (answer == null) {
            return new Unavailable(program + " printed no JSON object", false);
        }
        boolean isToken = "<token>".equals(answer.string("Username"));
        Map<String, String> members =
                isToken ? Map.of(IDENTITY_TOKEN, "Secret") : Map.of(USERNAME, "Username", PASSWORD, "Secret");
        return SecretJson.read(answer, new SecretForm.Members(members, null), program);
    }
}
