package io.sallyport.leasebridge.learn;

import io.sallyport.model.CanonicalRequest;

/**
 * Requests that no document is made for.
 *
 * @param request a method and a target, for people
 * @param why a clause without a period
 */
public record Unlearned(String request, String why) {
    /** Returns that request with a reason. */
    public static Unlearned of(CanonicalRequest request, String why) {
        String method = request.method();
        return new Unlearned((method == null ? "CONNECT" : method) + " " + request.target(), why);
    }

    @Override
    public String toString() {
        return request + ": " + why;
    }
}
