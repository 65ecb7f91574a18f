package io.sallyport.bundles;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.sallyport.bundles.BundleDownload.Failed;
import io.sallyport.bundles.BundleDownload.Fetched;
import io.sallyport.bundles.BundleDownload.Unchanged;
import io.sallyport.bundles.ServiceAnswer.Answered;
import io.sallyport.egress.http.HttpAnswer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bundle at a URL (OPA 1.22, "Bundle Service API"), which any web server or object store can serve. */
record HttpBundleSource(BundleSettings settings, ServiceExchange exchange) implements BundleSource {
    /** How long a bundle may travel once its service has begun to answer. */
    static final Duration TRANSFER = Duration.ofSeconds(60);

    /** The most characters of an entity tag, which is sent and stored. */
    private static final int MAX_ETAG = 1024;

    private static final String LONG_POLLS = "application/vnd.openpolicyagent.bundles";

    @Override
    public BundleDownload download(@Nullable String etag, Duration wait, boolean deltas) {
        Map<String, String> headers = new HashMap<>();
        headers.put("Prefer", preference(wait, deltas));
        if (etag != null) {
            headers.put("If-None-Match", etag);
        }
        Duration limit = settings.service().headerTimeout().plus(wait).plus(TRANSFER);
        return switch (exchange.get(settings.url(), headers, limit, settings.sizeLimit())) {
            case ServiceAnswer.Failed(String why) -> new Failed(0, why);
            case Answered(HttpAnswer answer) ->
                switch (answer.status()) {
                    case 200 -> new Fetched(answer.body(), tag(answer.headers()), longPolls(answer.headers()));
                    case 304 -> new Unchanged(longPolls(answer.headers()) || !wait.isZero());
                    case 404 -> new Failed(404, settings.service().name() + " has no such bundle");
                    default ->
                        new Failed(
                                answer.status(),
                                settings.service().name() + " answered with status " + answer.status());
                };
        };
    }

    private static String preference(Duration wait, boolean deltas) {
        String modes = deltas ? "modes=snapshot,delta" : "modes=snapshot";
        return wait.isZero() ? modes : modes + ";wait=" + wait.toSeconds();
    }

    /** Returns a tag that can be sent back, or null. */
    private static @Nullable String tag(HttpHeaders headers) {
        String tag = headers.get(HttpHeaderNames.ETAG);
        boolean isSendable = tag != null
                && !tag.isEmpty()
                && tag.length() <= MAX_ETAG
                && tag.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
        return isSendable ? tag : null;
    }

    private static boolean longPolls(HttpHeaders headers) {
        return headers.containsValue(HttpHeaderNames.CONTENT_TYPE, LONG_POLLS, true);
    }
}
