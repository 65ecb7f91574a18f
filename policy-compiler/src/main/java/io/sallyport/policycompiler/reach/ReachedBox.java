package io.sallyport.policycompiler.reach;

import io.sallyport.model.Grant;
import java.util.List;

/**
 * Requests that are let through, and by what. Immutable.
 *
 * @param by one grant of each side that must grant, the narrowest first
 */
public record ReachedBox(List<Grant.Net> by, RequestBox box) {
    public ReachedBox {
        by = List.copyOf(by);
    }
}
