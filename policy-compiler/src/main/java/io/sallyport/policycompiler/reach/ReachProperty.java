package io.sallyport.policycompiler.reach;

import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import java.util.List;
import java.util.function.Function;

/** Something that may hold of every request that documents let through. Immutable. */
public sealed interface ReachProperty {
    /** Returns the property as it was written. */
    String text();

    /** No request of the regions is let through. */
    record Never(String text, List<RequestBox> regions) implements ReachProperty {
        public Never {
            regions = List.copyOf(regions);
        }
    }

    /**
     * Every request that is let through, other documents let through too.
     *
     * @param policy answers for the compiled policy of the other documents
     */
    record Within(String text, Reach ceiling, Function<CanonicalRequest, Decision> policy) implements ReachProperty {}
}
