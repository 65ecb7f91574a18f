package io.sallyport.proxy.credentials.chunk;

import java.util.Set;

/**
 * What a head says of a body in signed chunks. Immutable.
 *
 * @param dataBytes of all chunks ({@code X-Amz-Decoded-Content-Length})
 * @param trailers names of the fields behind the last chunk, in small letters; empty where there are none
 */
public record ChunkForm(long dataBytes, Set<String> trailers) {
    public ChunkForm {
        trailers = Set.copyOf(trailers);
    }
}
