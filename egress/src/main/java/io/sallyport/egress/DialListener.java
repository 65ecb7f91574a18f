package io.sallyport.egress;

/** Hears how a dial ended, once, on the loop that asked. */
@FunctionalInterface
public interface DialListener {
    void ended(DialOutcome outcome);
}
