package io.sallyport.credentials;

import io.netty.handler.codec.http.HttpMethod;
import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.credentials.key.SignedJwt;
import io.sallyport.documents.DocumentNode;
import io.sallyport.model.text.Parsed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Installation access tokens of a GitHub App, for the repositories and permissions named, and no others. They end when
 * GitHub says, after an hour.
 *
 * @param endpoint of the installation's tokens
 * @param app the app's id or client id
 * @param key gives the app's private key in PEM, as {@link NamedSecrets#VALUE}; read for each request
 * @param repositories their names, without the owner
 * @param permissions their names and levels ({@code read}, {@code write}, {@code admin})
 */
public record GithubApp(
        SecretEndpoint endpoint,
        String app,
        SecretSource key,
        List<String> repositories,
        Map<String, String> permissions)
        implements SecretSource {
    /** The maximum number of repositories, as GitHub has it. */
    public static final int MAX_REPOSITORIES = 500;

    private static final Duration BACKDATED = Duration.ofMinutes(1);
    private static final Duration LIFE = Duration.ofMinutes(9);
    private static final Pattern APP = Pattern.compile("[A-Za-z0-9.]{1,64}");
    private static final Pattern REPOSITORY = Pattern.compile("[A-Za-z0-9._-]{1,100}");
    private static final Pattern PERMISSION = Pattern.compile("[a-z_]{1,64}");

    public GithubApp {
        repositories = List.copyOf(repositories);
        permissions = Map.copyOf(permissions);
    }

    /**
     * Creates a source.
     *
     * @param api such as {@code https://api.github.com}
     * @param addresses blocks that it lies in, or empty; see {@link SecretEndpoint}
     * @param repositories at least one: without any, GitHub would give all of the installation
     * @param permissions at least one, for the same reason
     */
    public static Parsed<GithubApp> of(
            String api,
            List<String> addresses,
            String app,
            long installation,
            SecretSource key,
            List<String> repositories,
            Map<String, String> permissions) {
        if (!APP.matcher(app).matches() || installation <= 0) {
            return new Parsed.Rejected<>("an app has an id of letters, digits and dots, and an installation above 0");
        }
        boolean areNamed = !repositories.isEmpty()
                && repositories.size() <= MAX_REPOSITORIES
                && repositories.stream()
                        .allMatch(name -> REPOSITORY.matcher(name).matches());
        if (!areNamed) {
            return new Parsed.Rejected<>(
                    "an app's token is for 1 to " + MAX_REPOSITORIES + " repositories, named without their owner");
        }
        boolean arePermitted = !permissions.isEmpty()
                && permissions.keySet().stream()
                        .allMatch(name -> PERMISSION.matcher(name).matches())
                && List.of("read", "write", "admin").containsAll(permissions.values());
        if (!arePermitted) {
            return new Parsed.Rejected<>("an app's token has permissions, each with read, write or admin");
        }
        return switch (SecretEndpoint.of(api, addresses)) {
            case Parsed.Rejected<SecretEndpoint>(String why, int at) -> new Parsed.Rejected<>(why, at);
            case Parsed.Accepted<SecretEndpoint>(SecretEndpoint base) ->
                base.below("/app/installations/" + installation + "/access_tokens")
                        .map(endpoint -> new GithubApp(endpoint, app, key, repositories, permissions));
        };
    }

    @Override
    public SecretFetch fetch(SourceContext context) {
        Instant now = context.clock().instant();
        return SecretText.with(key, context, pem -> switch (SignedJwt.sign(claims(now), pem)) {
            case Parsed.Rejected<String>(String why, int _) ->
                new Unavailable("the key of the app " + app + ": " + why, false);
            case Parsed.Accepted<String>(String token) -> ask(token, context);
        });
    }

    /** Less than ten minutes, and begun before now: clocks drift. */
    private String claims(Instant now) {
        return "{\"iat\":" + now.minus(BACKDATED).getEpochSecond() + ",\"exp\":"
                + now.plus(LIFE).getEpochSecond() + ",\"iss\":" + quoted(app) + "}";
    }

    private SecretFetch ask(String token, SourceContext context) {
        Map<String, String> headers = Map.of(
                "Authorization", "Bearer " + token,
                "Accept", "application/vnd.github+json",
                "Content-Type", "application/json",
                "X-GitHub-Api-Version", "2022-11-28");
        return context.http().send(HttpMethod.POST, endpoint, headers, body(), context.nanos(), this::read);
    }

    /** Names have been checked: none needs an escape. */
    private String body() {
        String names = repositories.stream().map(GithubApp::quoted).collect(Collectors.joining(","));
        String levels = new TreeMap<>(permissions)
                .entrySet().stream()
                        .map(level -> quoted(level.getKey()) + ":" + quoted(level.getValue()))
                        .collect(Collectors.joining(","));
        return "{\"repositories\":[" + names + "],\"permissions\":{" + levels + "}}";
    }

    private static String quoted(String name) {
        return '"' + name + '"';
    }

    private SecretFetch read(int status, byte[] body) {
        if (status != 201) {
            return OutwardHttp.refusal(endpoint, status);
        }
        DocumentNode.Members answer = SecretJson.object(body);
        if (answer == null || answer.string("expires_at") == null) {
            return new Unavailable(endpoint + " answered with no token and its end", false);
        }
        if ("all".equals(answer.string("repository_selection"))) {
            return new Unavailable(endpoint + " gave a token for all repositories", false);
        }
        var form = new SecretForm.Members(Map.of(NamedSecrets.VALUE, "token"), "expires_at");
        return SecretJson.read(answer, form, endpoint.toString());
    }
}
