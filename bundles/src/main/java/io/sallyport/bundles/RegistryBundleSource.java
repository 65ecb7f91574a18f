package io.sallyport.bundles;

import io.sallyport.bundles.BundleDownload.Failed;
import io.sallyport.bundles.BundleDownload.Fetched;
import io.sallyport.bundles.BundleDownload.Unchanged;
import io.sallyport.bundles.ServiceAnswer.Answered;
import io.sallyport.egress.http.HttpAnswer;
import io.sallyport.model.CanonicalUrl;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.value.JsonLimits;
import io.sallyport.regoengine.value.ParsedJson;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A bundle in a registry of images (OCI Distribution Specification 1.1): the one gzipped layer of a manifest, as {@code
 * oras push} and {@code policy push} store it. The layer must have the digest that the manifest names, and the manifest
 * the digest that the reference names, if it names one. The version is the layer's digest.
 */
record RegistryBundleSource(BundleSettings settings, ServiceExchange exchange) implements BundleSource {
    static final String LAYER = "application/vnd.oci.image.layer.v1.tar+gzip";

    private static final Map<String, String> MANIFEST = Map.of(
            "Accept",
            "application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json");
    private static final int MAX_MANIFEST_BYTES = 1 << 20;
    private static final Pattern DIGEST = Pattern.compile("sha256:[0-9a-f]{64}");

    @Override
    public BundleDownload download(@Nullable String etag, Duration wait, boolean deltas) {
        return switch (asked("manifests/" + settings.reference(), MANIFEST, MAX_MANIFEST_BYTES)) {
            case ServiceAnswer.Failed(String why) -> new Failed(0, why);
            case Answered(HttpAnswer answer) ->
                answer.status() == 200 ? layer(answer.body(), etag) : refused(answer, "manifest");
        };
    }

    private BundleDownload layer(byte[] manifest, @Nullable String etag) {
        if (DIGEST.matcher(settings.reference()).matches()
                && !ArchiveDigest.of(manifest).equals(settings.reference())) {
            return new Failed(0, "the manifest has another digest than " + settings.reference());
        }
        return switch (layerOf(manifest)) {
            case Parsed.Rejected<String>(String why, int _) -> new Failed(0, why);
            case Parsed.Accepted<String>(String digest) -> digest.equals(etag) ? new Unchanged(false) : blob(digest);
        };
    }

    private BundleDownload blob(String digest) {
        return switch (asked("blobs/" + digest, Map.of(), settings.sizeLimit())) {
            case ServiceAnswer.Failed(String why) -> new Failed(0, why);
            case Answered(HttpAnswer answer) when answer.status() != 200 -> refused(answer, "layer");
            case Answered(HttpAnswer answer) ->
                ArchiveDigest.of(answer.body()).equals(digest)
                        ? new Fetched(answer.body(), digest, false)
                        : new Failed(0, "the layer has another digest than the manifest names");
        };
    }

    private ServiceAnswer asked(String below, Map<String, String> headers, int mostBytes) {
        Duration limit = settings.service().headerTimeout().plus(HttpBundleSource.TRANSFER);
        return switch (RemoteService.url(settings.url().text() + "/" + below)) {
            case Parsed.Rejected<CanonicalUrl>(String why, int _) -> new ServiceAnswer.Failed(why);
            case Parsed.Accepted<CanonicalUrl>(CanonicalUrl url) -> {
                ServiceAnswer first = exchange.get(url, headers, limit, mostBytes);
                RegistryChallenge challenge = first instanceof Answered(HttpAnswer answer) && answer.status() == 401
                        ? RegistryChallenge.of(answer.headers())
                        : null;
                yield challenge == null ? first : withToken(challenge, url, headers, limit, mostBytes);
            }
        };
    }

    /** Gets a token where the registry says, and asks again with it. */
    private ServiceAnswer withToken(
            RegistryChallenge challenge, CanonicalUrl url, Map<String, String> headers, Duration limit, int mostBytes) {
        return switch (exchange.get(challenge.realm(), Map.of(), limit, MAX_MANIFEST_BYTES)) {
            case ServiceAnswer.Failed failed -> failed;
            case Answered(HttpAnswer answer) -> {
                String token = answer.status() == 200 ? RegistryChallenge.token(answer.body()) : null;
                if (token == null) {
                    yield new ServiceAnswer.Failed("the token service of " + name() + " answered with status "
                            + answer.status() + " and no token");
                }
                Map<String, String> all = new HashMap<>(headers);
                all.put(ServiceExchange.AUTHORIZATION, "Bearer " + token);
                yield exchange.get(url, all, limit, mostBytes);
            }
        };
    }

    /** Returns the digest of the one layer that can be a bundle. */
    private static Parsed<String> layerOf(byte[] manifest) {
        if (!(RegoJson.parse(manifest, new JsonLimits(MAX_MANIFEST_BYTES, 16))
                        instanceof ParsedJson.Accepted(RegoObject object)
                && object.get("layers") instanceof RegoArray layers)) {
            return new Parsed.Rejected<>("the manifest names no layers: an index of images is not followed");
        }
        String found = null;
        for (RegoValue each : layers.list()) {
            if (each instanceof RegoObject layer && text(layer, "mediaType").equals(LAYER)) {
                if (found != null) {
                    return new Parsed.Rejected<>("the manifest has several layers of the type " + LAYER);
                }
                found = text(layer, "digest");
            }
        }
        return found != null && DIGEST.matcher(found).matches()
                ? new Parsed.Accepted<>(found)
                : new Parsed.Rejected<>("the manifest has no layer of the type " + LAYER + " with a SHA-256 digest");
    }

    private static String text(RegoObject object, String name) {
        return object.get(name) instanceof RegoString string ? string.text() : "";
    }

    private Failed refused(HttpAnswer answer, String what) {
        return new Failed(answer.status(), name() + " answered with status " + answer.status() + " for the " + what);
    }

    private String name() {
        return settings.service().name();
    }
}
