package io.sallyport.decision;

import io.sallyport.model.Reported;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;

/**
 * What is only reported of a web request that the gateway answers in the place of its target: for the record of the
 * answer, and nothing else. Safe for concurrent use.
 */
public interface WebReport {
    /**
     * What is reported.
     *
     * @param reported by rules in report mode and by candidates
     * @param found secrets in the request
     */
    record Said(Reported reported, List<FoundSecret> found) {
        public static final Said NOTHING = new Said(Reported.NONE, List.of());

        public Said {
            found = List.copyOf(found);
        }
    }

    /** Of a request of which nothing is reported. */
    WebReport NONE = new WebReport() {
        @Override
        public Said head() {
            return Said.NOTHING;
        }

        @Override
        public Said whole(byte[] body) {
            return Said.NOTHING;
        }
    };

    /** Returns what is said of the request without its body, or with the body that the policies have read. */
    Said head();

    /** Returns what is said of the request with this body, which nobody changes any more. Takes time; never throws. */
    Said whole(byte[] body);
}
