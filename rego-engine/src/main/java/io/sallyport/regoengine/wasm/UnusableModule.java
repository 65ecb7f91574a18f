package io.sallyport.regoengine.wasm;

/** Thrown for a module that is refused; says why. Never leaves this package. */
final class UnusableModule extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableModule(String why) {
        super(why, null, false, false);
    }
}
