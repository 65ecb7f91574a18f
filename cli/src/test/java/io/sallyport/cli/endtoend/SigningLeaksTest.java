package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Client;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keys that sign: the sandbox gets none of them, gets no signature for what is not allowed, and gets none back. What is
 * written about it is searched at the end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class SigningLeaksTest {
    private static final String KEY_ID = "ASIAREALKEYOFOPERATOR";
    private static final String SECRET_KEY = "wJalrRealSecret/K7MDENG+bPxRfiCYOperator";
    private static final String TOKEN = "FwoGZXIvYXdzRealSessionToken//////////wEaDOperator==";
    private static final Pattern SIGNATURE = Pattern.compile("Signature=([0-9a-f]{64})");

    private static final String PROVIDERS = """
            providers:
              aws:
                secret: {aws: {file: aws.json}}
                endpoints: ["https://api.test"]
                inject: {aws_sigv4: {allowed_regions: [eu-central-1], allowed_services: [s3, dynamodb]}}
              aws-elsewhere:
                secret: {aws: {file: aws.json}}
                endpoints: ["https://other.test"]
                inject: {aws_sigv4: {region: eu-central-1, service: s3, unsigned_payload: false}}
                own: refuse
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - {host: api.test, port: 443, protocol: rest, access: full}
                  - {host: other.test, port: 443, protocol: rest, access: full}
                  - {host: third.test, port: 443, protocol: rest, access: full}
                credentials: [aws, aws-elsewhere]
            """;

    @TempDir
    static Path folder;

    private CredentialSandbox sandboxes;

    @BeforeAll
    void start() throws Exception {
        require("curl");
        String keys = "{\"Version\":1,\"AccessKeyId\":\"%s\",\"SecretAccessKey\":\"%s\",\"SessionToken\":\"%s\"}"
                .formatted(KEY_ID, SECRET_KEY, TOKEN);
        sandboxes = CredentialSandbox.start(
                folder,
                CredentialLeaksTest::hostile,
                Map.of(
                        "aws.json", keys,
                        "id.txt", KEY_ID,
                        "key.txt", SECRET_KEY,
                        "token.txt", TOKEN),
                PROVIDERS,
                "api.test",
                "other.test",
                "third.test");
        sandboxes.put("sb-1", POLICY);
    }

    @AfterAll
    void stop() {
        sandboxes.close();
    }

    private static String signedFor(String region, String service) {
        return "Authorization: AWS4-HMAC-SHA256 Credential=AKIASALLYPORTEXAMPLE/20300101/" + region + "/" + service
                + "/aws4_request, SignedHeaders=host, Signature=" + "0".repeat(64);
    }

    private Client.Ended curl(String url, String... more) {
        var command = new ArrayList<>(List.of("curl", "-sS", "-i", "--max-time", "20", url));
        command.addAll(List.of(more));
        return sandboxes.run(command.toArray(String[]::new));
    }

    private ReceivedRequest last(String path) {
        return sandboxes.origin().received().stream()
                .filter(request -> request.path().equals(path))
                .toList()
                .getLast();
    }

    private static String signatureOf(ReceivedRequest request) {
        Matcher found = SIGNATURE.matcher(Objects.requireNonNull(request.header("Authorization")));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /** The key id, the token and the signature, in 28 ways each. */
    @Test
    @Order(1)
    void noTargetCanSendASignatureBack() {
        for (String way : CredentialLeaksTest.WAYS) {
            Client.Ended ended = curl("https://api.test/" + way, "-H", signedFor("eu-central-1", "s3"));
            String shown = ended.out() + ended.err();
            sandboxes.hidesSecrets("the answer of " + way, shown);
            for (String form : CredentialSandbox.forms(signatureOf(last("/" + way)))) {
                assertThat(shown).as(way).doesNotContain(form);
            }
        }
        assertThat(last("/body").header("X-Amz-Security-Token")).isEqualTo(TOKEN);
        assertThat(last("/body").header("Authorization")).contains("Credential=" + KEY_ID + "/");
    }

    @Test
    @Order(2)
    void theSandboxHasKeysThatAreNone() {
        assertThat(sandboxes.variable("sb-1", "AWS_ACCESS_KEY_ID")).hasSize(20).doesNotContain(KEY_ID);
        assertThat(sandboxes.variable("sb-1", "AWS_SECRET_ACCESS_KEY")).hasSize(40);
        assertThat(sandboxes.variable("sb-1", "AWS_REGION")).isEqualTo("eu-central-1");
        assertThat(sandboxes.run("printenv", "AWS_SESSION_TOKEN").out()).isEmpty();
    }

    @Test
    @Order(3)
    void nothingIsSignedForAnotherRegionOrService() {
        refused("signing_refused", "/x", "-H", signedFor("us-east-1", "s3"));
        refused("signing_refused", "/x", "-H", signedFor("eu-central-1", "iam"));
        refused("signing_refused", "/x", "-H", signedFor("eu-central-1", "sts"));
        refused("signing_refused", "/x");
        refused("signing_refused", "/x", "-H", "Authorization: Bearer own");
        refused("signing_refused", "/x", "-H", "Authorization: AWS own:signature");
        refused("signing_refused", "/x?X-Amz-Credential=K/1/us-east-1/s3/aws4_request");
        refused(
                "signing_refused",
                "/x?X-Amz-Credential=K/1/eu-central-1/s3/aws4_request",
                "-H",
                signedFor("eu-central-1", "s3"));
    }

    @Test
    @Order(4)
    void noBodyIsSignedThatIsNotSeen() {
        String s3 = signedFor("eu-central-1", "s3");
        String chunks = "X-Amz-Content-Sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
        refused("signing_refused", "/x", "-d", "a", "-H", s3, "-H", chunks);
        refused("signing_refused", "/x", "-d", "a", "-H", s3, "-H", "X-Amz-Content-Sha256: none");
        refused("malformed_request", "/x", "-H", s3, "-H", "authorization: Bearer own");
    }

    /** Over HTTP/2, which curl speaks where it can, and over HTTP/1.1. */
    @Test
    @Order(4)
    void aBodyThatNobodyHasHashedIsSentWithItsSignature() {
        for (String version : List.of("--http2", "--http1.1")) {
            curl("https://other.test/hashed", version, "-d", "a");
            assertThat(last("/hashed").bodyBytes()).isEqualTo(1);
            assertThat(last("/hashed").header("X-Amz-Content-Sha256"))
                    .isEqualTo("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
        }
    }

    @Test
    @Order(5)
    void ownSignaturesAreRefusedWhereTheOperatorSaysSo() {
        Client.Ended own = curl("https://other.test/x", "-H", signedFor("eu-central-1", "s3"));
        assertThat(own.out()).contains("foreign_credential");
        assertThat(curl("https://other.test/plain").out()).contains("fine");
        assertThat(signatureOf(last("/plain"))).isNotEmpty();
    }

    private void refused(String reason, String target, String... more) {
        int before = sandboxes.origin().received().size();
        Client.Ended ended = curl("https://api.test" + target, more);
        assertThat(ended.out() + ended.err())
                .as(target + List.of(more))
                .contains(reason)
                .doesNotContain("CONNECT tunnel failed");
        assertThat(sandboxes.origin().received()).hasSize(before);
    }

    /** Fields of that kind in every spelling, and those that a connection is told to keep. */
    @Test
    @Order(6)
    void noFieldOfTheSandboxsOwnSignatureGoesOn() {
        curl(
                "https://api.test/smuggled?versionId=7&X-Amz-Signature=own&X-Amz-Security-Token=own",
                "--http1.1",
                "-H",
                signedFor("eu-central-1", "s3"),
                "-H",
                "X-Amz-Date: own",
                "-H",
                "x_amz_date: own",
                "-H",
                "X-Amz-Security-Token: own",
                "-H",
                "X_Amz_Security_Token: own",
                "-H",
                "X-Amz-S3session-Token: own",
                "-H",
                "X-Amz-Meta-Kept: mine",
                "-H",
                "X-Amz-Meta-Hop: mine",
                "-H",
                "Connection: X-Amz-Meta-Hop, X-Amz-Date, Authorization");
        ReceivedRequest sent = last("/smuggled");
        assertThat(sent.query()).isEqualTo("versionId=7");
        assertThat(sent.headers().toString()).doesNotContain("own").doesNotContain("Meta-Hop");
        assertThat(sent.header("X-Amz-Meta-Kept")).isEqualTo("mine");
        assertThat(sent.header("Authorization"))
                .contains("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-meta-kept;x-amz-security-token,");
    }

    @Test
    @Order(7)
    void noSignatureGoesToATargetThatHasNone() {
        assertThat(curl("https://third.test/none").out()).contains("fine");
        assertThat(last("/none").header("Authorization")).isNull();
        assertThat(last("/none").header("X-Amz-Security-Token")).isNull();
        assertThat(last("/none").header("X-Amz-Date")).isNull();
    }

    @Test
    @Order(8)
    void nothingThatTheGatewayWritesHasAKey() throws IOException {
        for (String path : List.of("/v1/whoami", "/v1/denials")) {
            sandboxes.hidesSecrets(
                    path, curl("http://sallyport.internal" + path).out());
        }
        sandboxes.hidesSecrets("metrics", sandboxes.rig().metrics());
        String signature = signatureOf(last("/body"));
        assertThat(sandboxes.rig().records("http"))
                .noneMatch(record -> record.toString().contains(signature))
                .filteredOn(record -> record.path("path").asString().equals("/body"))
                .allMatch(record -> record.path("credentials").toString().equals("[\"aws\"]"))
                .isNotEmpty();
        sandboxes.hidesSecretsInFiles();
    }
}
