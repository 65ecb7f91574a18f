package io.sallyport.decision;

import io.sallyport.model.Reported;

/**
 * What rules in report mode and candidates say of a web request that the gateway answers in the place of its target:
 * for the record of the answer, and nothing else. Safe for concurrent use.
 */
public interface WebReport {
    /** Of a request of which they say nothing. */
    WebReport NONE = new WebReport() {
        @Override
        public Reported head() {
            return Reported.NONE;
        }

        @Override
        public Reported whole(byte[] body) {
            return Reported.NONE;
        }
    };

    /** Returns what they say of the request without its body, or with the body that the policies have read. */
    Reported head();

    /** Returns what they say of the request with this body, which nobody changes any more. Takes time; never throws. */
    Reported whole(byte[] body);
}
