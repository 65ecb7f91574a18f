package io.sallyport.leasebridge.regotests;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A request that a test in Rego asks about.
 *
 * @param host a name, or an address without brackets
 * @param path canonical
 * @param parameters names of the query's parameters, of letters, digits and {@code _.-}
 */
public record TestedRequest(String method, String scheme, String host, int port, String path, List<String> parameters) {
    public TestedRequest {
        parameters = List.copyOf(parameters);
    }

    /** Creates one without a query. */
    public TestedRequest(String method, String scheme, String host, int port, String path) {
        this(method, scheme, host, port, path, List.of());
    }

    /** Returns the arguments of a function of the tests: with a query, if it has one. */
    @Override
    public String toString() {
        String query = parameters.stream().map("\"%s\": [\"1\"]"::formatted).collect(Collectors.joining(", "));
        return "(\"%s\", [\"%s\", \"%s\", %d], \"%s\"".formatted(method, scheme, host, port, path)
                + (query.isEmpty() ? ")" : ", {" + query + "})");
    }
}
