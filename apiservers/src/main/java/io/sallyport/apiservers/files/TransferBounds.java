package io.sallyport.apiservers.files;

/**
 * How much one transfer may carry.
 *
 * @param bytes of all files together, holes counted as if they were none
 * @param entries files and directories together
 * @param depth of directories, the outermost included
 */
record TransferBounds(long bytes, int entries, int depth) {
    static final TransferBounds DEFAULT = new TransferBounds(1L << 30, 10_000, 32);
}
