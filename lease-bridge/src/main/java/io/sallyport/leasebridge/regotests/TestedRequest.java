package io.sallyport.leasebridge.regotests;

/**
 * A request that a test in Rego asks about.
 *
 * @param host a name, or an address without brackets
 * @param path canonical
 */
public record TestedRequest(String method, String scheme, String host, int port, String path) {
    /** Returns the arguments of a function of the tests. */
    @Override
    public String toString() {
        return "(\"%s\", [\"%s\", \"%s\", %d], \"%s\")".formatted(method, scheme, host, port, path);
    }
}
