package io.sallyport.regoengine.wasm;

/** The module gave up by itself ({@code opa_abort}). Never leaves this package. */
final class WasmAbort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WasmAbort(String message) {
        super(message, null, false, false);
    }

    /** Its words; after a place of the policy, where it names one. */
    String words() {
        return String.valueOf(getMessage());
    }

    /** Whether it met two values for one rule, function or key. */
    boolean isConflict() {
        return words().endsWith("conflict");
    }
}
