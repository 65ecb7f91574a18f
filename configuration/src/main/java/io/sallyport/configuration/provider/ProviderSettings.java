package io.sallyport.configuration.provider;

import io.sallyport.credentials.CertifiedKeySource;
import io.sallyport.credentials.ClientCredentials;
import io.sallyport.credentials.DockerHelper;
import io.sallyport.credentials.EnvironmentVariables;
import io.sallyport.credentials.GitHelper;
import io.sallyport.credentials.GithubApp;
import io.sallyport.credentials.GivenText;
import io.sallyport.credentials.JwtBearer;
import io.sallyport.credentials.RefreshTimes;
import io.sallyport.credentials.RefreshTokenGrant;
import io.sallyport.credentials.SecretCommand;
import io.sallyport.credentials.SecretFile;
import io.sallyport.credentials.SecretSource;
import io.sallyport.credentials.VaultKv;
import io.sallyport.model.placeholder.PlaceholderFile;
import io.sallyport.proxy.credentials.CredentialUse;
import io.sallyport.proxy.credentials.EndpointBinding;
import io.sallyport.proxy.credentials.PlaceholderShape;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One provider: a secret of the gateway, where it may go, and how it is put into requests. Immutable.
 *
 * @param name by which policies grant it
 * @param source of the secret
 * @param value which value of the source is the secret
 * @param times when the source is read again
 * @param binding where the secret may go, whatever is granted
 * @param use how it is put into requests
 * @param variables of a sandbox that have the placeholder
 * @param files from which tools in a sandbox read the placeholder
 * @param shape of the placeholder
 */
public record ProviderSettings(
        String name,
        SecretSource source,
        String value,
        RefreshTimes times,
        EndpointBinding binding,
        CredentialUse use,
        List<String> variables,
        List<PlaceholderFile> files,
        PlaceholderShape shape) {
    public ProviderSettings {
        variables = List.copyOf(variables);
        files = List.copyOf(files);
    }

    /** Returns whether a request of a sandbox can have it: injected, in place of a placeholder, or shown in TLS. */
    boolean isForRequests() {
        return !variables.isEmpty()
                || !files.isEmpty()
                || !use.injections().isEmpty()
                || use.signing() != null
                || source instanceof CertifiedKeySource;
    }

    /** Returns the variables of a sandbox that are its own, those that say where files are too. */
    List<String> allVariables() {
        return Stream.concat(variables.stream(), files.stream().map(PlaceholderFile::variable))
                .toList();
    }

    /** Returns the names of the variables of this process's environment that hold secrets for it. */
    public Stream<String> secretVariables() {
        return secretVariables(source);
    }

    private static Stream<String> secretVariables(@Nullable SecretSource read) {
        return switch (read) {
            case null -> Stream.empty();
            case EnvironmentVariables environment -> environment.variables().values().stream();
            case VaultKv vault -> secretVariables(vault.token());
            case ClientCredentials client -> secretVariables(client.client().secret());
            case RefreshTokenGrant grant ->
                Stream.of(grant.client().secret(), grant.first(), grant.key())
                        .flatMap(ProviderSettings::secretVariables);
            case GithubApp app -> secretVariables(app.key());
            case JwtBearer jwt -> secretVariables(jwt.key());
            case CertifiedKeySource certified ->
                Stream.of(certified.certificate(), certified.key()).flatMap(ProviderSettings::secretVariables);
            case GivenText _, SecretFile _, SecretCommand _, DockerHelper _, GitHelper _ -> Stream.empty();
        };
    }
}
