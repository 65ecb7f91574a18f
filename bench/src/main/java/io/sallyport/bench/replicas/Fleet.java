package io.sallyport.bench.replicas;

/**
 * Gateways with one store, and what they have to do.
 *
 * @param gateways of which each has all sandboxes
 * @param sandboxes of all
 * @param putsPerSecond changes of sandboxes, at any of the gateways
 * @param slicesPerSecond slices of budgets that all gateways together take
 */
record Fleet(int gateways, int sandboxes, double putsPerSecond, double slicesPerSecond) {
    Fleet withPuts(double each) {
        return new Fleet(gateways, sandboxes, each, slicesPerSecond);
    }
}
