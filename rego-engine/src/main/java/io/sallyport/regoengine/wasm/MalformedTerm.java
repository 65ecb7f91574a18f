package io.sallyport.regoengine.wasm;

/** A module wrote what is no value. Never leaves this package. */
final class MalformedTerm extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedTerm(String why) {
        super(why, null, false, false);
    }
}
