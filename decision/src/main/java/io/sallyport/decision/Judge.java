package io.sallyport.decision;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.RequestHeaders;

/**
 * Judges one request afresh. A pure function of the request: whatever else it needs was fixed when it was made. Safe for
 * concurrent use, returns at once, and denies rather than throws.
 */
@FunctionalInterface
public interface Judge {
    Decision decide(CanonicalRequest request);

    /**
     * The verdict, and whether it holds as long as the policy does. A judge that looks at a clock or at the headers says
     * where it does not.
     */
    default Judgement judge(CanonicalRequest request, RequestHeaders headers) {
        return new Judgement(decide(request), true);
    }

    /**
     * A verdict.
     *
     * @param lasting whether the same request gets the same verdict for as long as this policy is in force
     */
    record Judgement(Decision decision, boolean lasting) {}
}
