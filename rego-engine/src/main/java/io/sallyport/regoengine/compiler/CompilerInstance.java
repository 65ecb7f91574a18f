package io.sallyport.regoengine.compiler;

/** One running copy of the compiler. Confined to one thread; after any exception it is of no more use. */
interface CompilerInstance {
    /** From the JSON of a request to the JSON of its answer (the documents of {@code opa-compiler/request.go}). */
    byte[] compile(byte[] request);

    /** What it holds of the heap; never less than before. */
    long memoryBytes();

    /** Why the Go runtime gave up, if it did. */
    String lastWords();
}
