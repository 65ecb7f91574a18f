package io.sallyport.decision.skills;

import io.sallyport.model.Decision;
import io.sallyport.model.message.Inquiry;
import java.util.List;

/**
 * What one manifest declares. A pure function of the question; safe for concurrent use, returns at once, and denies
 * rather than throws. Its allow opens nothing: the lease is asked too.
 */
public interface Permissions {
    Decision check(Inquiry inquiry);

    /** At most {@code limit} declared patterns, those nearest to what is asked first; for people. */
    List<String> nearest(Inquiry inquiry, int limit);
}
