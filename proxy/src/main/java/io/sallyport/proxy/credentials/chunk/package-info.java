/**
 * Bodies in chunks that are signed one after the other, as clients of S3 may send them ({@code aws-chunked}; Amazon S3
 * API Reference, "Transferring Payload in Multiple Chunks").
 */
@NullMarked
package io.sallyport.proxy.credentials.chunk;

import org.jspecify.annotations.NullMarked;
