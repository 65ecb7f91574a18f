package io.sallyport.proxy.support;

import io.sallyport.decision.Judge;
import io.sallyport.model.Obligations;
import io.sallyport.model.SandboxId;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.proxy.credentials.Credential;
import io.sallyport.proxy.credentials.CredentialUse;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.credentials.CredentialValue;
import io.sallyport.proxy.credentials.Keyring;
import io.sallyport.proxy.enforce.server.ApiServers;
import io.sallyport.proxy.enforce.server.ApiTool;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox {@code sb-1} with the credential {@code hub}, which is bound to {@code a.test} and put into content, or
 * with others that are given.
 */
public final class GrantedCredentials implements ApiServers {
    public static final String SECRET = "hub-value-with-\"signs\"";
    public static final String PLACEHOLDER = "hub_SallyportPlaceholderId0123456789AB";

    private static final String KEY = PLACEHOLDER.substring("hub_".length());

    private final Keyring keys;

    /** With {@code hub}. */
    public GrantedCredentials() {
        this(InAnswers.REDACT);
    }

    /** With {@code hub}; {@code inAnswers} says what becomes of an answer that has the secret. */
    public GrantedCredentials(InAnswers inAnswers) {
        this(credential(inAnswers));
    }

    /** With {@code given} alone. */
    public GrantedCredentials(Credential... given) {
        keys = Keyring.of(Stream.of(given).collect(Collectors.toMap(Credential::key, Function.identity())));
    }

    /** The credential {@code hub}. */
    public static Credential credential() {
        return credential(InAnswers.REDACT);
    }

    private static Credential credential(InAnswers inAnswers) {
        CredentialValue value = CredentialValue.Known.of(SECRET);
        return new Credential(
                "hub",
                KEY,
                "hub_",
                () -> value,
                request -> request.host().text().equals("a.test"),
                new CredentialUse(List.of(), OwnValue.REMOVE, true, InBodies.FILL, inAnswers, null));
    }

    /** Allows everything, and attaches the credential to it. */
    public static Judge granting() {
        return granting(Set.of("hub"));
    }

    /** Allows everything, and attaches credentials of these names to it. */
    public static Judge granting(Set<String> names) {
        return _ -> TestSandboxes.allow(new Obligations(false, names, null, Set.of()));
    }

    @Override
    public Found call(SandboxId sandbox, CanonicalHost host, int port) {
        return new Found.Unknown();
    }

    @Override
    public @Nullable CanonicalHost name(SandboxId sandbox, CanonicalHost host, int port) {
        return null;
    }

    @Override
    public Keyring keys(SandboxId sandbox) {
        return sandbox.text().equals("sb-1") ? keys : Keyring.EMPTY;
    }

    @Override
    public @Nullable List<ApiTool> tools(SandboxId sandbox) {
        return null;
    }
}
