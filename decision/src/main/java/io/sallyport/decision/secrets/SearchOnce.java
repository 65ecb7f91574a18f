package io.sallyport.decision.secrets;

import io.sallyport.findings.ExemptText;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.SecretSearch;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The search of one request, whose result rules, the setting and the record share. A message of a WebSocket is searched
 * each time, so that none is kept. Safe for concurrent use.
 */
final class SearchOnce implements SecretSearch {
    private final RequestSearch search;
    private final ExemptText exempt;
    private volatile @Nullable Searched last;

    private record Searched(CanonicalRequest request, boolean body, List<FoundSecret> found) {
        boolean is(CanonicalRequest other, RequestHeaders headers) {
            return request.equals(other) && body == (headers.body() != null);
        }
    }

    SearchOnce(RequestSearch search, ExemptText exempt) {
        this.search = search;
        this.exempt = exempt;
    }

    @Override
    public List<FoundSecret> inTrailers(RequestHeaders trailers) {
        return search.inTrailers(trailers, exempt);
    }

    @Override
    public List<FoundSecret> in(CanonicalRequest request, RequestHeaders headers) {
        if (headers.message() != null) {
            return search.in(request, headers, exempt);
        }
        Searched known = last;
        if (known == null || !known.is(request, headers)) {
            known = new Searched(request, headers.body() != null, search.in(request, headers, exempt));
            last = known;
        }
        return known.found();
    }
}
