package io.sallyport.shared;

/** Hears of sandboxes and leases that ended on other gateways. Called on one thread; returns at once. */
@FunctionalInterface
public interface EndListener {
    void ended(String id);
}
