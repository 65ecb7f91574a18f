package io.sallyport.bench.replicas;

/**
 * Gateways with one store, and what they have to do.
 *
 * @param gateways of which each has all sandboxes
 * @param putsPerSecond changes of sandboxes, at any of the gateways
 * @param slicesPerSecond slices of budgets that all gateways together take
 */
record Fleet(int gateways, double putsPerSecond, double slicesPerSecond) {
    Fleet withPuts(double each) {
        return new Fleet(gateways, each, slicesPerSecond);
    }
}
