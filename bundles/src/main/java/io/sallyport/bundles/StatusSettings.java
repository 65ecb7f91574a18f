package io.sallyport.bundles;

import io.sallyport.model.CanonicalUrl;
import java.util.Map;

/**
 * Where status is reported to: {@code status} and {@code labels} in OPA's configuration. Immutable.
 *
 * @param url {@code /status}, or a partition of it, at the service
 * @param labels told with each report
 */
public record StatusSettings(RemoteService service, CanonicalUrl url, Map<String, String> labels) {
    public StatusSettings {
        labels = Map.copyOf(labels);
    }
}
