package io.sallyport.regoengine.compiler;

import java.util.List;

/**
 * What {@link PolicyChecks} found. Immutable.
 *
 * @param list at most 100
 * @param leftOut the number of further findings
 */
public record PolicyFindings(List<PolicyFinding> list, int leftOut) {
    public PolicyFindings {
        list = List.copyOf(list);
    }
}
