package io.sallyport.credentials;

/**
 * Where secrets come from. A description without any state: sources are equal if they read the same. Immutable.
 */
public sealed interface SecretSource
        permits EnvironmentVariables,
                SecretFile,
                SecretCommand,
                VaultKv,
                DockerHelper,
                GitHelper,
                ClientCredentials,
                RefreshTokenGrant,
                GithubApp,
                JwtBearer,
                CertifiedKeySource,
                GivenText {
    /**
     * Gets the values. Blocks, for a bounded time, so it must not be called on an event loop.
     *
     * @return values that the caller owns, or why there are none
     */
    SecretFetch fetch(SourceContext context);

    /**
     * Returns whether its values may be others before their end, so that they are read again as often as those without
     * an end.
     */
    default boolean changesEarly() {
        return false;
    }

    /** Returns when such a source is read again, where the operator does not say. */
    default RefreshTimes usualTimes() {
        return RefreshTimes.DEFAULT;
    }
}
