package io.sallyport.cli.policy.reach;

import io.sallyport.model.CanonicalRequest;

/** Writes requests of proofs, which are made up and hold no secret, as {@code policy eval} takes them. */
public final class RequestText {
    private RequestText() {}

    /** Returns text such as {@code GET https://a.test/b?c=d}, or {@code CONNECT tcp://a.test:22}. */
    public static String of(CanonicalRequest request) {
        if (request.path() == null) {
            return "CONNECT " + request.target();
        }
        String query = request.query().text();
        return request.method() + " " + request.scheme().urlWord() + "://" + request.authority()
                + request.path().text() + (query == null ? "" : "?" + query);
    }
}
