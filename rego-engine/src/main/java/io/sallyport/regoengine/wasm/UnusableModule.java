package io.sallyport.regoengine.wasm;

/** A module that is not taken, and why. Never leaves this package. */
final class UnusableModule extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableModule(String why) {
        super(why, null, false, false);
    }
}
