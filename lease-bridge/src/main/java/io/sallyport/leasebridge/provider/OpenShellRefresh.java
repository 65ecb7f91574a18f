package io.sallyport.leasebridge.provider;

import io.sallyport.documents.DiagnosticCode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import io.sallyport.documents.Findings;
import io.sallyport.documents.Place;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a credential of a profile of OpenShell is kept fresh. The document names what the token endpoint is asked with,
 * and has no values of it.
 *
 * @param material names of what it is asked with
 */
record OpenShellRefresh(Strategy strategy, String tokenUrl, List<String> scopes, Set<String> material) {
    private static final String GOOGLE = "https://oauth2.googleapis.com/token";

    /** Strategies that have an equivalent. */
    enum Strategy {
        /** Somebody else puts the credential where the gateway reads it. */
        GIVEN,
        REFRESH_TOKEN,
        CLIENT_CREDENTIALS,
        SIGNED_GRANT,
        /** Keys of AWS of a role that the AWS CLI assumes. */
        ASSUMED_ROLE
    }

    /** Whether the credential is one of the keys of a role at AWS. */
    boolean isOfRole() {
        return strategy == Strategy.ASSUMED_ROLE;
    }

    /** Reads the member {@code refresh}, if there is one; null after reporting an error. */
    static @Nullable OpenShellRefresh read(Map<String, Member> credential, Findings findings) {
        Map<String, Member> fields = Fields.members(credential, "refresh");
        Scalar written = Fields.scalar(fields, "strategy");
        Strategy strategy = strategy(written, findings);
        if (strategy == null || strategy == Strategy.GIVEN || strategy == Strategy.ASSUMED_ROLE || written == null) {
            return strategy == null ? null : new OpenShellRefresh(strategy, "", List.of(), Set.of());
        }
        String url = Fields.text(fields, "token_url");
        String asked = url.isEmpty() && strategy == Strategy.SIGNED_GRANT ? GOOGLE : url;
        checkUrl(asked, written.place(), findings);
        Set<String> material = Set.copyOf(Fields.items(fields, "material").stream()
                .map(node -> Fields.text(Fields.members(node), "name"))
                .toList());
        List<String> scopes =
                Fields.texts(fields, "scopes").stream().map(Scalar::text).toList();
        return new OpenShellRefresh(strategy, asked, scopes, material);
    }

    private static @Nullable Strategy strategy(@Nullable Scalar written, Findings findings) {
        return switch (written == null ? "" : written.text()) {
            case "", "static", "external" -> Strategy.GIVEN;
            case "oauth2_refresh_token" -> Strategy.REFRESH_TOKEN;
            case "oauth2_client_credentials" -> Strategy.CLIENT_CREDENTIALS;
            case "google_service_account_jwt" -> Strategy.SIGNED_GRANT;
            case "aws_sts_assume_role" -> Strategy.ASSUMED_ROLE;
            default -> {
                Place place = written == null ? Place.START : written.place();
                String message = "refresh.strategy: only static, external, oauth2_refresh_token,"
                        + " oauth2_client_credentials, google_service_account_jwt and aws_sts_assume_role are read";
                findings.error(place, DiagnosticCode.NOT_THERE_YET, message, null);
                yield null;
            }
        };
    }

    private static void checkUrl(String url, Place place, Findings findings) {
        if (!url.matches("https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")) {
            String message = "refresh.token_url: an https URL without variables is wanted";
            findings.error(place, DiagnosticCode.BAD_URL, message, null);
        }
    }

    /**
     * Returns where the secret comes from.
     *
     * @param prefix of the names of variables that the document does not have
     * @param variable that has the secret if somebody else puts it there
     * @param notes receives what the operator has to do
     */
    ImportedSecret secret(String prefix, String variable, List<String> notes) {
        return switch (strategy) {
            case GIVEN, ASSUMED_ROLE -> {
                notes.add("The document does not say where the secret is: the gateway reads it from " + variable + ".");
                yield new ImportedSecret.Environment(variable);
            }
            case SIGNED_GRANT -> {
                notes.add("Write the account's e-mail in place of " + prefix + "_ISSUER, and its key into " + prefix
                        + ".pem.");
                yield new ImportedSecret.SignedGrant(tokenUrl, prefix + "_ISSUER", prefix + ".pem", scopes);
            }
            case REFRESH_TOKEN, CLIENT_CREDENTIALS -> oauth(prefix, notes);
        };
    }

    private ImportedSecret oauth(String prefix, List<String> notes) {
        boolean refreshes = strategy == Strategy.REFRESH_TOKEN;
        boolean hasSecret = !refreshes || material.isEmpty() || material.contains("client_secret");
        notes.add("Write the client's id in place of " + prefix + "_CLIENT_ID; the document has none of the secrets.");
        return new ImportedSecret.OauthTokens(
                tokenUrl,
                prefix + "_CLIENT_ID",
                hasSecret ? prefix + "_CLIENT_SECRET" : null,
                refreshes ? prefix + "_REFRESH_TOKEN" : null,
                refreshes ? prefix + "_SEAL_KEY" : null,
                scopes);
    }
}
