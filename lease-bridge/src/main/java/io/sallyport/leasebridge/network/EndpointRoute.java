package io.sallyport.leasebridge.network;

import com.google.re2j.Pattern;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.condition.RequestArea;
import io.sallyport.model.host.CanonicalHost;

/**
 * The requests that an endpoint judges. Of several endpoints of one request the most specific is its route. Immutable.
 *
 * @param specificity the number of characters of its path that are no stars
 * @param keepsSlashes whether it is for paths with an encoded slash too
 */
public record EndpointRoute(RequestArea area, int specificity, boolean keepsSlashes) {
    /** Returns whether the endpoint judges such a request. */
    public boolean covers(CanonicalHost host, int port, CanonicalPath path) {
        return area.ports().contains(port)
                && area.host().covers(host)
                && area.paths().stream()
                        .allMatch(expression -> Pattern.compile(expression).matches(path.text()));
    }
}
