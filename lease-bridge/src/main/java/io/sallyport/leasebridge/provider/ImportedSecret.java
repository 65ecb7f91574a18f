package io.sallyport.leasebridge.provider;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the secret of an imported provider comes from. */
public sealed interface ImportedSecret {
    /** A variable of the gateway's environment. */
    record Environment(String variable) implements ImportedSecret {
        /** Returns the name of a variable that is made of the name of a provider. */
        static String variableOf(String provider) {
            String word = provider.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
            return Character.isDigit(word.charAt(0)) ? "_" + word : word;
        }
    }

    /**
     * A file.
     *
     * @param path as the document has it
     * @param jsonKey the member of the JSON object in it, or null for the whole text
     */
    record TextFile(String path, @Nullable String jsonKey) implements ImportedSecret {}

    /**
     * Access tokens by client credentials, or by a refresh token; the client shows itself in the body.
     *
     * @param clientSecret the variable that has it, or null for a public client
     * @param refreshToken the variable that has the first one, or null for client credentials
     * @param sealKey the variable that has the key for replaced refresh tokens; null without those
     * @param scopes may be empty
     */
    record OauthTokens(
            String tokenUrl,
            String clientId,
            @Nullable String clientSecret,
            @Nullable String refreshToken,
            @Nullable String sealKey,
            List<String> scopes)
            implements ImportedSecret {
        public OauthTokens {
            scopes = List.copyOf(scopes);
        }
    }

    /**
     * Keys of AWS in variables of the gateway's environment.
     *
     * @param sessionToken the variable that has the token of temporary keys, or null for lasting ones
     */
    record AwsVariables(
            String accessKeyId,
            String secretAccessKey,
            @Nullable String sessionToken) implements ImportedSecret {}

    /** Keys of AWS that the AWS CLI has for a profile of that name, such as those of a role that it assumes. */
    record AwsProfile(String name) implements ImportedSecret {}

    /**
     * Access tokens by a grant that an account signs (RFC 7523).
     *
     * @param keyFile the file with the account's private key
     */
    record SignedGrant(String tokenUrl, String issuer, String keyFile, List<String> scopes) implements ImportedSecret {
        public SignedGrant {
            scopes = List.copyOf(scopes);
        }
    }
}
