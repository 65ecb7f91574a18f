package io.sallyport.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.bundles.ServiceAnswer.Answered;
import io.sallyport.bundles.ServiceAnswer.Failed;
import io.sallyport.bundles.ServiceCredentials.AwsSignature4;
import io.sallyport.bundles.ServiceCredentials.Token;
import io.sallyport.credentials.EnvironmentVariables;
import io.sallyport.credentials.SecretFile;
import io.sallyport.credentials.SecretForm;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceExchangeTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path folder = Path.of("");

    private final LocalServices services = new LocalServices();

    @AfterEach
    void close() {
        services.close();
    }

    private Token token() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "t0ken\n");
        return new Token("Bearer", new SecretFile(file.toAbsolutePath(), new SecretForm.Text()));
    }

    private static String at(Origin origin) {
        return "http://" + origin.hostPort() + "/";
    }

    private ServiceAnswer get(
            String service, ServiceCredentials credentials, String url, Map<String, String> variables) {
        return new ServiceExchange(LocalServices.service(service, false, credentials), services.network(variables))
                .get(LocalServices.url(url), Map.of(), SOON, 1000);
    }

    @Test
    void aRedirectElsewhereGetsNeitherTheTokenNorTheHeadersOfTheService() throws IOException {
        try (Origin other = Origin.plain(_ -> Answer.text(200, "bundle"));
                Origin central = Origin.plain(request -> request.path().equals("/here")
                        ? Answer.redirect("/there")
                        : Answer.redirect(at(other) + "blob?sig=a%2Fb"))) {
            assertThat(get(at(central), token(), at(central) + "here", Map.of()))
                    .isInstanceOf(Answered.class);
            assertThat(central.received()).hasSize(2).allSatisfy(request -> {
                assertThat(request.header("Authorization")).isEqualTo("Bearer t0ken");
                assertThat(request.header("X-Tenant")).isEqualTo("blue");
            });
            ReceivedRequest elsewhere = other.received().getFirst();
            assertThat(elsewhere.target()).isEqualTo("/blob?sig=a%2Fb");
            assertThat(elsewhere.header("Authorization")).isNull();
            assertThat(elsewhere.header("X-Tenant")).isNull();
        }
    }

    @Test
    void redirectsAreBoundedAndLeadFromTlsToTlsAlone() {
        try (Origin loop = Origin.plain(request -> Answer.redirect(request.path() + "x"));
                Origin tls = Origin.tls(services.ca().leaf("server.test"), _ -> Answer.redirect(at(loop)))) {
            assertThat(get(at(loop), new ServiceCredentials.None(), at(loop) + "a", Map.of()))
                    .isEqualTo(new Failed("central redirects more than 5 times"));
            int before = loop.received().size();
            String secure = "https://server.test:" + tls.port() + "/";
            assertThat(get(secure, new ServiceCredentials.None(), secure, Map.of()))
                    .isEqualTo(new Failed("central redirects where nothing is asked: from https to http"));
            assertThat(loop.received()).hasSize(before);
        }
    }

    @Test
    void withoutItsTokenNothingIsAsked() {
        var missing =
                new Token("Bearer", new SecretFile(folder.resolve("none").toAbsolutePath(), new SecretForm.Text()));
        try (Origin central = Origin.plain(_ -> Answer.text(200, ""))) {
            assertThat(get(at(central), missing, at(central), Map.of()).toString())
                    .contains("credentials of central", "does not exist");
            assertThat(central.connections()).isZero();
        }
    }

    @Test
    void answersAreBoundedInBytes() {
        try (Origin central = Origin.plain(_ -> new Answer.Endless())) {
            assertThat(get(at(central), new ServiceCredentials.None(), at(central), Map.of()))
                    .isEqualTo(new Failed("central gave an answer longer than 1000 bytes"));
        }
    }

    @Test
    void requestsToAnObjectStoreAreSigned() {
        var names = Map.of(
                AwsSignature4.ACCESS_KEY_ID, "AWS_ACCESS_KEY_ID",
                AwsSignature4.SECRET_ACCESS_KEY, "AWS_SECRET_ACCESS_KEY");
        var aws = new AwsSignature4(new EnvironmentVariables(names, false), "eu-central-1", "s3");
        var variables = Map.of("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE", "AWS_SECRET_ACCESS_KEY", "secret");
        try (Origin store = Origin.plain(_ -> Answer.text(200, ""))) {
            assertThat(get(at(store), aws, at(store) + "bucket/team.tar.gz", variables))
                    .isInstanceOf(Answered.class);
            ReceivedRequest request = store.received().getFirst();
            assertThat(request.header("Authorization"))
                    .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
                    .contains("/eu-central-1/s3/aws4_request", "SignedHeaders=host;x-amz-content-sha256;x-amz-date");
            assertThat(request.header("Host")).isEqualTo(store.hostPort());
            assertThat(request.toString()).doesNotContain("secret=");
        }
    }
}
