package io.sallyport.regoengine.wasm;

/** Thrown if a module wrote something that is not a value. Never leaves this package. */
final class MalformedTerm extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedTerm(String why) {
        super(why, null, false, false);
    }
}
