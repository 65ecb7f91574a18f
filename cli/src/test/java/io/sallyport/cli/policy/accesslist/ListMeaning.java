package io.sallyport.cli.policy.accesslist;

/**
 * What a product's published code, or its specification, says of a list, written down once more and plainly.
 *
 * @param document the list
 * @param product the product itself
 */
record ListMeaning(String document, Product product) {
    /** A product with the list. */
    interface Product {
        /** Whether a request of HTTP that is not in a tunnel passes. */
        boolean passes(String method, String host, int port, String path);

        /** Whether a tunnel, in which a client sends what it wants, is opened. */
        boolean opens(String host, int port);

        /** Whether requests in tunnels are judged like others. */
        default boolean looksInside() {
            return false;
        }
    }

    /** Whether a client gets a request through, in a tunnel or without one. */
    boolean admits(AskedRequest asked) {
        boolean judged = product.passes(asked.method(), asked.host(), asked.port(), asked.path());
        if (product.looksInside()) {
            return judged;
        }
        return product.opens(asked.host(), asked.port()) || (!asked.isHttps() && judged);
    }

    /** Whether the host is below a name, at any depth. */
    static boolean isBelow(String host, String name) {
        return host.endsWith("." + name);
    }

    static boolean isAtOrBelow(String host, String name) {
        return host.equals(name) || isBelow(host, name);
    }
}
