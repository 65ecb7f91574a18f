package io.sallyport.decision;

import io.sallyport.model.Reported;
import io.sallyport.model.Verdict;
import io.sallyport.model.secret.FoundSecret;
import java.util.List;

/**
 * What rules in report mode, candidates and the setting {@code findings} say of a web request that the gateway itself
 * answers: for the record of the answer, and whether there is one. Safe for concurrent use.
 */
public interface WebReport {
    /** Of a request of which they say nothing. */
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

    /** Returns what they say of the request without its body, or with the body that the policies have read. */
    Said head();

    /** Returns what they say of the request with this body, which nobody changes any more. Takes time; never throws. */
    Said whole(byte[] body);

    /**
     * What is said of one request. Immutable.
     *
     * @param found the secrets that were found in it
     * @param verdict whether it may be answered, whatever policies say
     */
    record Said(Reported reported, List<FoundSecret> found, Verdict verdict) {
        static final Said NOTHING = new Said(Reported.NONE, List.of());

        /** Refuses nothing. */
        public Said(Reported reported, List<FoundSecret> found) {
            this(reported, found, Verdict.PASS);
        }

        public Said {
            found = List.copyOf(found);
        }
    }
}
