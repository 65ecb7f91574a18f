package io.sallyport.proxy.credentials;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.Canonicalized;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.host.Dialect;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.credentials.CredentialUse.InAnswers;
import io.sallyport.proxy.credentials.CredentialUse.InBodies;
import io.sallyport.proxy.credentials.CredentialUse.OwnValue;
import io.sallyport.proxy.listener.HeaderFields;
import io.sallyport.proxy.listener.RequestHead;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sandbox may ask to be signed, and what of its own goes on. */
class SigningRuleTest {
    private static final String OF_S3 = signedFor("eu-central-1", "s3");
    private static final String OF_TABLES = signedFor("eu-central-1", "dynamodb");
    private static final String HASH = SigV4Rule.hash(new byte[] {1});
    private static final SigV4Rule RULE =
            new SigV4Rule(Set.of("eu-central-1"), Set.of("s3", "dynamodb"), null, null, true);

    private static String signedFor(String region, String service) {
        return "AWS4-HMAC-SHA256 Credential=AKIASALLYPORTEXAMPLE/20150830/" + region + "/" + service
                + "/aws4_request, SignedHeaders=host, Signature=00";
    }

    private static Credential signing(String name, SigV4Rule rule) {
        CredentialValue value = CredentialValue.SigningKeys.of(
                new AwsKeys("AKIAREALKEYOFACCOUNT", "secret-key-of-the-account", "token-of-the-session"));
        var use = new CredentialUse(List.of(), OwnValue.REMOVE, true, InBodies.REFUSE, InAnswers.REDACT, rule);
        return new Credential(name, name, "", () -> value, _ -> true, use);
    }

    private static CredentialScope scope(@Nullable String query, RequestHeaders headers, Credential... credentials) {
        String text = "https://bucket.test/a" + (query == null ? "" : "?" + query);
        CanonicalUrl url = ((Canonicalized.Accepted<CanonicalUrl>) CanonicalUrl.parse(text, Dialect.WIRE)).value();
        var request = CanonicalRequest.http(url.scheme(), url.host(), url.port(), "PUT", url.path(), url.query());
        Map<String, Credential> keys = new HashMap<>();
        for (Credential credential : credentials) {
            keys.put(credential.key(), credential);
        }
        return new CredentialScope(Keyring.of(keys), request, headers, keys.keySet());
    }

    private static RequestHead head(String... fields) {
        return new RequestHead("PUT", "/a", 1, HeaderFields.of(fields));
    }

    private static Verdict judged(SigV4Rule rule, String... fields) {
        RequestHead head = head(fields);
        return CredentialRule.judge(head, scope(null, head, signing("aws", rule)));
    }

    private static void refuses(Verdict verdict, String hint) {
        assertThat(verdict).isInstanceOfSatisfying(Verdict.Refuse.class, refused -> {
            assertThat(refused.reason()).isEqualTo(ReasonCode.SIGNING_REFUSED);
            assertThat(refused.toString()).contains(hint);
        });
    }

    @Test
    void aSignatureForARegionAndAServiceThatAreAllowedIsMadeAnew() {
        assertThat(judged(RULE, "Authorization", OF_S3)).isEqualTo(Verdict.PASS);
        assertThat(judged(RULE, "Authorization", OF_TABLES)).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @CsvSource({"us-east-1, s3", "eu-central-1, iam", "eu-central-1-x, s3", "eu-central-1, s3x"})
    void noOtherIs(String region, String service) {
        refuses(judged(RULE, "Authorization", signedFor(region, service)), "nothing is signed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS4-HMAC-SHA256 Credential=K/20150830/eu-central-1/s3/aws4_request_",
                "AWS4-HMAC-SHA256 Credential=K/20150830/EU-CENTRAL-1/s3/aws4_request",
                "AWS4-HMAC-SHA256 Credential=eu-central-1/s3/aws4_request",
                "AWS4-HMAC-SHA256 SignedHeaders=host",
                "AWS4-ECDSA-P256-SHA256 Credential=K/20150830/s3/aws4_request",
                "AWS AKIAIOSFODNN7EXAMPLE:bWq2s1WEIj+Ydj0vQ697zp+IXMU="
            })
    void whatIsNoSuchSignatureIsRefused(String authorization) {
        assertThat(judged(RULE, "Authorization", authorization))
                .isInstanceOfSatisfying(
                        Verdict.Refuse.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ReasonCode.SIGNING_REFUSED));
    }

    @Test
    void aRequestWithoutASignatureIsSignedForWhatIsConfigured() {
        refuses(judged(RULE), "sign the request");
        var configured = new SigV4Rule(Set.of("eu-central-1"), Set.of("s3"), "eu-central-1", "s3", true);
        assertThat(judged(configured)).isEqualTo(Verdict.PASS);
        assertThat(judged(configured, "Authorization", "Bearer x")).isEqualTo(Verdict.PASS);
    }

    @Test
    void twoSignaturesAreRefused() {
        RequestHead head = head("Authorization", OF_S3);
        String query = "X-Amz-Credential=K%2F20150830%2Feu-central-1%2Fs3%2Faws4_request";
        refuses(CredentialRule.judge(head, scope(query, head, signing("aws", RULE))), "more than once");
        RequestHead presigned = head();
        assertThat(CredentialRule.judge(presigned, scope(query, presigned, signing("aws", RULE))))
                .isEqualTo(Verdict.PASS);
        String twice = query + "&x-amz-credential=K%2F1%2Feu-central-1%2Fs3%2Faws4_request";
        refuses(CredentialRule.judge(presigned, scope(twice, presigned, signing("aws", RULE))), "more than once");
    }

    @Test
    void twoCredentialsThatSignAreRefused() {
        RequestHead head = head("Authorization", OF_S3);
        var scope = scope(null, head, signing("a", RULE), signing("b", RULE));
        refuses(CredentialRule.judge(head, scope), "more than one credential");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UNSIGNED-PAYLOAD", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"})
    void anUnsignedBodyPassesWhereThatIsAllowed(String payload) {
        var strict = new SigV4Rule(RULE.regions(), RULE.services(), null, null, false);
        String[] fields = {"Authorization", OF_S3, "Content-Length", "1", "X-Amz-Content-Sha256", payload};
        assertThat(judged(RULE, fields)).isEqualTo(Verdict.PASS);
        refuses(judged(strict, fields), "unsigned_payload");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD",
                "STREAMING-AWS4-HMAC-SHA256-EVENTS",
                "streaming-aws4-hmac-sha256-payload"
            })
    void chunksThatAreSignedOtherwiseAreRefused(String payload) {
        refuses(
                judged(RULE, "Authorization", OF_S3, "X-Amz-Content-Sha256", payload),
                payload.startsWith("STREAMING") ? "chunks are signed anew by AWS4-HMAC-SHA256 alone" : "no hash");
    }

    /** {@code |} stands between fields that a head says of such a body. */
    @ParameterizedTest
    @CsvSource({
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, X-Amz-Decoded-Content-Length|10",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                + " X-Amz-Decoded-Content-Length|10|x-amz-trailer|X-Amz-Checksum-Crc32",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                + " X-Amz-Decoded-Content-Length|0|X-Amz-Trailer|x-amz-checksum-sha1|X-Amz-Trailer|x-amz-checksum-crc32",
    })
    void aBodyOfSignedChunksPasses(String payload, String fields) {
        var strict = new SigV4Rule(RULE.regions(), RULE.services(), null, null, false);
        assertThat(judged(strict, chunked(OF_S3, payload, fields))).isEqualTo(Verdict.PASS);
        refuses(judged(RULE, chunked(OF_TABLES, payload, fields)), "only S3");
    }

    private static String[] chunked(String signature, String payload, String fields) {
        List<String> all = new ArrayList<>(List.of("Authorization", signature, "X-Amz-Content-Sha256", payload));
        all.addAll(List.of(fields.split("\\|")));
        return all.toArray(String[]::new);
    }

    @ParameterizedTest
    @CsvSource({
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, Content-Length|10, its length",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, X-Amz-Decoded-Content-Length|-1, its length",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD, X-Amz-Decoded-Content-Length|1000000000000000000, its length",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD,"
                + " X-Amz-Decoded-Content-Length|1|X-Amz-Decoded-Content-Length|1, its length",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD,"
                + " X-Amz-Decoded-Content-Length|1|X-Amz-Trailer|x-amz-checksum-crc32, goes with",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER, X-Amz-Decoded-Content-Length|1, names a checksum",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                + " X-Amz-Decoded-Content-Length|1|X-Amz-Trailer|x-amz-security-token, names a checksum",
        "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER,"
                + " X-Amz-Decoded-Content-Length|1|X-Amz-Trailer|x-amz-checksum-a%x-amz-acl, names a checksum",
    })
    void aHeadThatDoesNotSayWhatItsChunksAreIsRefused(String payload, String fields, String why) {
        refuses(judged(RULE, chunked(OF_S3, payload, fields.replace('%', ','))), why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855"})
    void whatIsNoHashIsRefused(String payload) {
        refuses(judged(RULE, "Authorization", OF_S3, "X-Amz-Content-Sha256", payload), "no hash");
    }

    @Test
    void aHashIsKeptAndASecondRefused() {
        String[] once = {"Authorization", OF_S3, "Content-Length", "1", "X-Amz-Content-Sha256", HASH};
        assertThat(judged(RULE, once)).isEqualTo(Verdict.PASS);
        refuses(
                judged(RULE, "X-Amz-Content-Sha256", HASH, "x-amz-content-sha256", HASH, "Authorization", OF_S3),
                "more than once");
    }

    @Test
    void aBodyWithoutAHashHasToBeHeldForIt() {
        RequestHead head = head("Authorization", OF_TABLES, "Content-Length", "1");
        assertThat(CredentialRule.judge(head, scope(null, head, signing("aws", RULE))))
                .isEqualTo(Verdict.PASS);
        assertThat(SigningRule.hashesBody(head, scope(null, head, signing("aws", RULE))))
                .isTrue();
        RequestHead said = head("Authorization", OF_TABLES, "Content-Length", "1", "X-Amz-Content-Sha256", HASH);
        assertThat(SigningRule.hashesBody(said, scope(null, said, signing("aws", RULE))))
                .isFalse();
    }

    @Test
    void aBodyForS3IsHashedWhereItIsThereOrHasToBeSigned() {
        RequestHead head = head("Authorization", OF_S3, "Content-Length", "1");
        assertThat(SigningRule.hashesBody(head, scope(null, head, signing("aws", RULE))))
                .isFalse();
        RequestHeaders read = RequestBody.of(new byte[] {1}, 1).after(head);
        assertThat(SigningRule.hashesBody(head, scope(null, read, signing("aws", RULE))))
                .isTrue();
        var strict = new SigV4Rule(RULE.regions(), RULE.services(), null, null, false);
        assertThat(SigningRule.hashesBody(head, scope(null, head, signing("aws", strict))))
                .isTrue();
    }

    @Test
    void nothingOfTheSandboxsSignatureGoesOn() {
        RequestHead head = head("Host", "bucket.test");
        String query = "versionId=7&X-Amz-Algorithm=AWS4-HMAC-SHA256&x-amz-signature=0&X-Amz-Security-Token=t"
                + "&X%2DAmz-Date=1&X-Amz-Expires=60&X-Amz-SignedHeaders=host&uploads"
                + "&X-Amz-Credential=K/20150830/eu-central-1/s3/aws4_request";
        FilledHead.Result result = FilledHead.of(head, scope(query, head, signing("aws", RULE)));
        assertThat(result).isInstanceOfSatisfying(FilledHead.Filled.class, filled -> {
            assertThat(filled.head().target()).isEqualTo("/a?versionId=7&uploads");
            assertThat(Set.of(
                            "authorization",
                            "X_Amz_Date",
                            "x-amz-security-token",
                            "X.Amz.Content.Sha256",
                            "x-amz-s3session-token"))
                    .allMatch(filled.head()::replaces);
            assertThat(Set.of("x-amz-meta-a", "Date", "Content-Type")).noneMatch(filled.head()::replaces);
        });
    }

    @Test
    void aSignatureBehindABodyIsRefused() {
        HeaderFields trailers = HeaderFields.of("X-Amz-Security-Token", "own");
        assertThat(CredentialRule.judge(trailers, scope(null, head(), signing("aws", RULE))))
                .isInstanceOf(Verdict.Refuse.class);
    }
}
