package io.sallyport.bundles;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.bundles.BundleDownload.Failed;
import io.sallyport.bundles.BundleDownload.Fetched;
import io.sallyport.bundles.BundleDownload.Unchanged;
import io.sallyport.model.text.Parsed;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistryBundleSourceTest {
    private static final String BUNDLE = "the bytes of a bundle";
    private static final String DIGEST = digest(BUNDLE);

    private final LocalServices services = new LocalServices();
    private final Map<String, String> content = new ConcurrentHashMap<>();
    private volatile String challenge = "";
    private volatile String moved = "";
    private final Origin registry = Origin.plain(this::answer);

    private Answer answer(ReceivedRequest request) {
        if (!challenge.isEmpty() && !"Bearer abc".equals(request.header("Authorization"))) {
            return new Answer.Whole(401, Map.of("www-authenticate", challenge), Bytes.of(""));
        }
        if (!moved.isEmpty() && request.path().contains("/blobs/")) {
            return Answer.redirect(moved);
        }
        String found = content.get(request.path());
        return found == null ? Answer.text(404, "") : Answer.bytes("application/octet-stream", Bytes.of(found));
    }

    @AfterEach
    void close() {
        registry.close();
        services.close();
    }

    private BundleDownload download(String reference, @Nullable String etag) {
        RemoteService service =
                LocalServices.service("http://" + registry.hostPort() + "/", true, new ServiceCredentials.None());
        Parsed<RegistryReference> read =
                RegistryReference.of(service, registry.hostPort() + "/acme/policy" + reference);
        assertThat(read).isInstanceOf(Parsed.Accepted.class);
        RegistryReference at = ((Parsed.Accepted<RegistryReference>) read).value();
        var settings = new BundleSettings(
                "team",
                service,
                at.repository(),
                at.reference(),
                false,
                new BundlePolling(Duration.ofSeconds(1), Duration.ofSeconds(1), null),
                null,
                1000,
                Duration.ofHours(1));
        var source = new RegistryBundleSource(settings, new ServiceExchange(service, services.network(Map.of())));
        return source.download(etag, Duration.ZERO, false);
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String manifest(String digest) {
        return """
                {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
                 "config": {"mediaType": "application/vnd.oci.image.config.v1+json", "digest": "%1$s", "size": 2},
                 "layers": [{"mediaType": "%2$s", "digest": "%1$s", "size": 21}]}
                """.formatted(digest, RegistryBundleSource.LAYER);
    }

    @Test
    void theLayerOfATagIsTheBundleAndItsDigestTheVersion() {
        content.put("/v2/acme/policy/manifests/v1", manifest(DIGEST));
        content.put("/v2/acme/policy/blobs/" + DIGEST, BUNDLE);
        assertThat(download(":v1", null)).isInstanceOfSatisfying(Fetched.class, fetched -> {
            assertThat(fetched.archive().read()).asString().isEqualTo(BUNDLE);
            assertThat(fetched.etag()).isEqualTo(DIGEST);
        });
        assertThat(download(":v1", DIGEST)).isEqualTo(new Unchanged(false));
        assertThat(registry.received()).hasSize(3);
    }

    @Test
    void aTokenOfTheServiceThatTheRegistryNamesIsShownToTheRegistryAlone() {
        try (Origin store = Origin.plain(_ -> Answer.bytes("application/octet-stream", Bytes.of(BUNDLE)));
                Origin tokens = Origin.plain(_ -> Answer.bytes("application/json", Bytes.of("{\"token\": \"abc\"}")))) {
            challenge = "Bearer realm=\"http://" + tokens.hostPort()
                    + "/token\",service=\"registry\",scope=\"repository:acme/policy:pull\"";
            content.put("/v2/acme/policy/manifests/v1", manifest(DIGEST));
            moved = "http://" + store.hostPort() + "/blob";
            assertThat(download(":v1", null)).isInstanceOf(Fetched.class);
            assertThat(tokens.received().getFirst().target())
                    .isEqualTo("/token?service=registry&scope=repository%3Aacme%2Fpolicy%3Apull");
            assertThat(tokens.received()).allMatch(request -> request.header("X-Tenant") == null);
            assertThat(store.received().getFirst().header("Authorization")).isNull();
        }
    }

    @Test
    void bytesOfAnotherDigestAreRefused() {
        content.put("/v2/acme/policy/manifests/latest", manifest(DIGEST));
        content.put("/v2/acme/policy/blobs/" + DIGEST, BUNDLE + "!");
        assertThat(download("", null)).isEqualTo(new Failed(0, "the layer has another digest than the manifest names"));
        String pinned = digest("another manifest");
        content.put("/v2/acme/policy/manifests/" + pinned, manifest(DIGEST));
        assertThat(download("@" + pinned, null))
                .isEqualTo(new Failed(0, "the manifest has another digest than " + pinned));
    }

    @Test
    void aManifestWithoutTheOneLayerIsRefused() {
        content.put("/v2/acme/policy/manifests/latest", "{\"manifests\": []}");
        assertThat(download("", null))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.why()).contains("an index of images"));
        content.put("/v2/acme/policy/manifests/latest", manifest("sha256:../../x"));
        assertThat(download("", null))
                .isInstanceOfSatisfying(
                        Failed.class, failed -> assertThat(failed.why()).contains("with a SHA-256 digest"));
        content.remove("/v2/acme/policy/manifests/latest");
        assertThat(download("", null)).isEqualTo(new Failed(404, "central answered with status 404 for the manifest"));
    }

    @Test
    void aReferenceToAnotherRegistryIsRefused() {
        RemoteService service = LocalServices.service("https://registry.test/", true, new ServiceCredentials.None());
        assertThat(RegistryReference.of(service, "elsewhere.test/acme/policy:v1"))
                .isInstanceOf(Parsed.Rejected.class);
        assertThat(RegistryReference.of(service, "registry.test/../secret")).isInstanceOf(Parsed.Rejected.class);
    }
}
