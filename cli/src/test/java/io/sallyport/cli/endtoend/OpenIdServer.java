package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.junit.NodePackages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A certified OpenID provider ({@code oidc-provider}) on loopback. Its people are {@code ann} and {@code bob} in the
 * group {@code sec}, {@code olga} in {@code ops} too, and {@code eve} in {@code sales}.
 */
final class OpenIdServer implements AutoCloseable {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Client process;
    private final String issuer;
    private final Path secret;

    private OpenIdServer(Client process, String issuer, Path secret) {
        this.process = process;
        this.issuer = issuer;
        this.secret = secret;
    }

    /** Starts a provider; aborts or fails the calling test if it is not installed. */
    static OpenIdServer start(Path folder) throws IOException {
        Path node = require("node");
        Path script = folder.resolve("openid-provider.cjs");
        try (InputStream source =
                Objects.requireNonNull(OpenIdServer.class.getResourceAsStream("openid-provider.cjs"))) {
            Files.copy(source, script);
        }
        Path secret = Files.writeString(folder.resolve("client.secret"), "the secret of the client+/%\n");
        Client process = Client.start(folder, NodePackages.ofOpenId(), List.of(node.toString(), script.toString()));
        String issuer = process.awaitOutput(out -> out.contains("\n"), SOON).strip();
        return new OpenIdServer(process, issuer, secret);
    }

    String issuer() {
        return issuer;
    }

    /** Returns the section of the configuration that lets its people in. */
    String configuration() {
        return """
                console:
                  oidc:
                    issuer: "%s"
                    client_id: sallyport
                    client_secret_file: "%s"
                    scopes: [email, groups]
                    roles: {claim: groups, security: [sec], operator: [ops]}
                """.formatted(issuer, secret);
    }

    @Override
    public void close() {
        process.close();
    }
}
