package io.sallyport.egress;

/** Called with the outcome of a dial, once, on the event loop that the caller named. */
@FunctionalInterface
public interface DialListener {
    void ended(DialOutcome outcome);
}
