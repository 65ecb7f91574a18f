package io.sallyport.regoengine.wasm;

/** Thrown if the module aborts ({@code opa_abort}). Never leaves this package. */
final class WasmAbort extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WasmAbort(String message) {
        super(message, null, false, false);
    }

    /** Returns its message, preceded by a position in the policy if it names one. */
    String words() {
        return String.valueOf(getMessage());
    }

    /** Returns whether there were two values for one rule, function or key. */
    boolean isConflict() {
        return words().endsWith("conflict");
    }
}
