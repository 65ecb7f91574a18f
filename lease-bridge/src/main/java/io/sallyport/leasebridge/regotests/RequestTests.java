package io.sallyport.leasebridge.regotests;

import java.util.List;

/**
 * Writes tests in Rego, each of which asks whether requests are allowed or refused by the decision that a gateway
 * compiles from a document. Confined to one thread.
 */
public final class RequestTests {
    private static final String TAIL = """

            allowed(method, url, path) if decision.allow == true with input as request(method, url, path)

            refused(method, url, path) if decision.allow == false with input as request(method, url, path)

            request(method, url, path) := {
            	"kind": "http",
            	"net": {
            		"scheme": url[0],
            		"host": url[1],
            		"port": url[2],
            		"suffixes": suffixes(url[1]),
            		"method": method,
            		"path": path,
            		"prefixes": array.concat(["/"], below(path)),
            	},
            }

            below(path) := [concat("/", array.slice(parts, 0, i + 1)) | some i, _ in parts; i > 0] if {
            	path != "/"
            	parts := split(path, "/")
            } else := []

            suffixes(host) := [host] if regex.match(`^[0-9.]+$|:`, host)

            suffixes(host) := [concat(".", array.slice(labels, i, count(labels))) | some i, _ in labels] if {
            	not regex.match(`^[0-9.]+$|:`, host)
            	labels := split(host, ".")
            }
            """;

    private static final String QUERIES = """

            allowed_asking(method, url, path, query) if decision.allow == true with input as asking(method, url, path, query)

            refused_asking(method, url, path, query) if decision.allow == false with input as asking(method, url, path, query)

            asking(method, url, path, query) := object.union(request(method, url, path), {"net": {"query": query}})
            """;

    private final StringBuilder rego = new StringBuilder();
    private boolean hasQueries;

    /**
     * Begins a file of tests.
     *
     * @param comment lines that begin with {@code #}, each with its line end
     * @param packageName of the tests
     */
    public RequestTests(String comment, String packageName) {
        rego.append(comment).append("package ").append(packageName).append("\n\nimport data.sallyport.decision\n");
    }

    /** Adds a test that all of these requests are allowed; none if there are no requests. */
    public void allowed(String name, List<TestedRequest> samples) {
        add(name, "allowed", samples);
    }

    /** Adds a test that all of these requests are refused; none if there are no requests. */
    public void refused(String name, List<TestedRequest> samples) {
        add(name, "refused", samples);
    }

    private void add(String name, String word, List<TestedRequest> samples) {
        if (!samples.isEmpty()) {
            rego.append('\n').append(name).append(" if {\n");
            for (TestedRequest sample : samples) {
                boolean asks = !sample.parameters().isEmpty();
                hasQueries |= asks;
                rego.append('\t')
                        .append(word)
                        .append(asks ? "_asking" : "")
                        .append(sample)
                        .append('\n');
            }
            rego.append("}\n");
        }
    }

    /** Returns the whole file. */
    public String text() {
        return rego + TAIL + (hasQueries ? QUERIES : "");
    }
}
