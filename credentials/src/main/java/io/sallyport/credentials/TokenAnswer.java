package io.sallyport.credentials;

import io.sallyport.credentials.SecretFetch.Unavailable;
import io.sallyport.documents.DocumentNode;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a token endpoint (RFC 6749 section 5). Reasons hold its {@code error} if that is a known word, and
 * nothing else of it: a body may repeat what was sent.
 *
 * @param access the access token with its end
 * @param refresh the new refresh token, or null if there is none
 */
record TokenAnswer(SecretFetch access, @Nullable String refresh) {
    /** RFC 6749 sections 4.1.2.1 and 5.2, and those of GitHub. */
    private static final Set<String> ERRORS = Set.of(
            "invalid_request",
            "invalid_client",
            "invalid_grant",
            "unauthorized_client",
            "unsupported_grant_type",
            "invalid_scope",
            "access_denied",
            "server_error",
            "temporarily_unavailable",
            "bad_refresh_token",
            "incorrect_client_credentials");

    private static final Set<String> RETRYABLE = Set.of("server_error", "temporarily_unavailable");

    /**
     * Reads an answer.
     *
     * @param asked when the request was begun: the token's life is counted from then
     */
    static TokenAnswer read(SecretEndpoint endpoint, int status, byte[] body, Instant asked) {
        DocumentNode.Members answer = SecretJson.object(body);
        String error = answer == null ? null : answer.string("error");
        if (error != null) {
            String word = ERRORS.contains(error) ? error : "an error of its own";
            boolean retryable = RETRYABLE.contains(error) || OutwardHttp.isRetryable(status);
            return new TokenAnswer(
                    new Unavailable(endpoint + " answered with status " + status + ": " + word, retryable), null);
        }
        if (status != 200) {
            return new TokenAnswer(OutwardHttp.refusal(endpoint, status), null);
        }
        return answer == null
                ? new TokenAnswer(new Unavailable(endpoint + " answered with no JSON object", false), null)
                : new TokenAnswer(access(endpoint, answer, asked), answer.string("refresh_token"));
    }

    private static SecretFetch access(SecretEndpoint endpoint, DocumentNode.Members answer, Instant asked) {
        String token = answer.string("access_token");
        if (token == null || !"bearer".equalsIgnoreCase(answer.string("token_type"))) {
            return new Unavailable(endpoint + " answered with no bearer token", false);
        }
        DocumentNode.Member life = answer.members().get("expires_in");
        Instant end = life == null ? null : end(life.value(), asked);
        if (life != null && end == null) {
            return new Unavailable(endpoint + ": expires_in is no number of seconds", false);
        }
        try (var gathered = new SecretGathering()) {
            gathered.addText(NamedSecrets.VALUE, token, false);
            return gathered.result(endpoint.toString(), end);
        }
    }

    private static @Nullable Instant end(DocumentNode life, Instant asked) {
        return life instanceof DocumentNode.Scalar seconds && seconds.text().matches("[0-9]{1,9}")
                ? asked.plusSeconds(Long.parseLong(seconds.text()))
                : null;
    }
}
