package io.sallyport.models;

import io.sallyport.egress.http.HttpFailure;
import io.sallyport.model.ReasonCode;

/**
 * There is no answer, or not all of one.
 *
 * @param detail for operators
 */
record BackendFailure(ReasonCode reason, String detail) implements BackendResult {
    static BackendFailure of(HttpFailure failure) {
        return switch (failure) {
            case HttpFailure.Unreached(var reason, var detail) -> new BackendFailure(reason, detail);
            case HttpFailure.Broken(var reason, var what) -> new BackendFailure(reason, "the backend " + what);
            case HttpFailure.OverCount() -> throw new IllegalStateException("nothing is counted here");
            case HttpFailure.GivenUp() ->
                new BackendFailure(ReasonCode.CLIENT_CLOSED, "nobody waits for the answer any more");
        };
    }
}
