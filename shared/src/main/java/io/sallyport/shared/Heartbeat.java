package io.sallyport.shared;

/**
 * What the store answered to the last sign of life of a gateway.
 *
 * @param isOpen whether slices are handed out and changes are taken
 * @param ends number of the last end
 * @param changes number of the last change of a record
 */
record Heartbeat(boolean isOpen, long ends, long changes) {}
