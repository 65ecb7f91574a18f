package io.sallyport.gateway.explain;

import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.WrittenRequest;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parses the query of {@code GET /v1/explain?url=URL&method=METHOD}. */
final class ExplainQuery {
    private static final String URL = "url";
    private static final String METHOD = "method";

    private ExplainQuery() {}

    /** Returns the request that is asked about; without a method it is a GET. */
    static Parsed<CanonicalRequest> parse(CanonicalQuery query) {
        Map<String, List<String>> given = query.parameters();
        if (given == null) {
            return new Parsed.Rejected<>("the query cannot be read", 0);
        }
        boolean isClear = given.containsKey(URL)
                && Set.of(URL, METHOD).containsAll(given.keySet())
                && given.values().stream().allMatch(values -> values.size() == 1);
        return isClear
                ? WrittenRequest.parse(
                        given.getOrDefault(METHOD, List.of("GET")).getFirst(),
                        given.getOrDefault(URL, List.of("")).getFirst())
                : new Parsed.Rejected<>("the query is not ?url=URL&method=METHOD", 0);
    }
}
