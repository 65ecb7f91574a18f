package io.sallyport.findings;

/**
 * What a compressed part of a text unpacks to.
 *
 * @param isWhole false if there is more
 * @param read how many bytes of the text were read for it, or may have been
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record UnpackedContent(byte[] bytes, boolean isWhole, int read) {}
