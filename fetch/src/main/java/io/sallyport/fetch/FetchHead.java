package io.sallyport.fetch;

import io.sallyport.model.RequestHeaders;

/**
 * The head of a request at {@code /fetch}, whichever door it came by.
 *
 * @param isFramed whether it is clear where its body ends
 */
public record FetchHead(String method, RequestHeaders headers, boolean isFramed) {}
