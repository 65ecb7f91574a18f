package io.sallyport.bundles;

import io.netty.handler.codec.http.HttpHeaders;

/** How a request to a service ended. */
public sealed interface ServiceAnswer {
    /**
     * The service answered, with whatever status.
     *
     * @param body owned by the receiver
     */
    record Answered(int status, HttpHeaders headers, byte[] body) implements ServiceAnswer {}

    /**
     * There is no answer.
     *
     * @param why for operators: without a secret, and without anything that the service said
     */
    record Failed(String why) implements ServiceAnswer {}
}
