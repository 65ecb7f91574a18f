package io.sallyport.regoengine.compiler;

/** A running instance of the compiler. Confined to one thread; must not be used after any exception. */
interface CompilerInstance {
    /**
     * Compiles a request given as JSON; returns its answer as JSON (the documents of {@code opa-compiler/request.go}).
     */
    byte[] compile(byte[] request);

    /** Returns the heap bytes that it holds; never decreases. */
    long memoryBytes();

    /** Returns why the Go runtime exited, if it did. */
    String lastWords();
}
