package io.sallyport.bundles;

import io.sallyport.egress.http.HttpAnswer;

/** How a request to a service ended. */
public sealed interface ServiceAnswer {
    /** The service answered, with whatever status. */
    record Answered(HttpAnswer answer) implements ServiceAnswer {}

    /**
     * There is no answer.
     *
     * @param why for operators: without a secret, and without anything that the service said
     */
    record Failed(String why) implements ServiceAnswer {}
}
