package io.sallyport.leasebridge;

import io.sallyport.model.host.HostPattern;
import io.sallyport.model.host.LabelGlob;
import java.util.Arrays;
import java.util.List;

/** Determines whether two host patterns can cover a common host. */
public final class HostOverlap {
    private HostOverlap() {}

    /** Returns whether some host may be covered by both. */
    public static boolean of(HostPattern one, HostPattern other) {
        if (one instanceof HostPattern.Any || other instanceof HostPattern.Any) {
            return true;
        }
        if (one instanceof HostPattern.Exact(var host) && other instanceof HostPattern.Exact(var same)) {
            return host.equals(same);
        }
        return meet(labels(one), labels(other));
    }

    /** Returns a pattern as labels from left to right, possibly preceded by one or more arbitrary labels. */
    private static HostPattern.Labels labels(HostPattern pattern) {
        return switch (pattern) {
            case HostPattern.Labels labels -> labels;
            case HostPattern.Exact(var host) -> new HostPattern.Labels(false, split(host));
            case HostPattern.Under(var suffix) -> new HostPattern.Labels(true, split(suffix));
            case HostPattern.OneUnder(var suffix) -> new HostPattern.Labels(false, split("*." + suffix));
            case HostPattern.Any _ -> new HostPattern.Labels(true, List.of());
        };
    }

    private static List<String> split(String host) {
        return Arrays.asList(host.split("\\.", -1));
    }

    private static boolean meet(HostPattern.Labels one, HostPattern.Labels other) {
        int a = one.labels().size();
        int b = other.labels().size();
        boolean lengths = one.manyFirst() ? (other.manyFirst() || b > a) : (other.manyFirst() ? a > b : a == b);
        for (int i = 1; lengths && i <= Math.min(a, b); i++) {
            lengths = LabelGlob.of(one.labels().get(a - i))
                    .meets(LabelGlob.of(other.labels().get(b - i)));
        }
        return lengths;
    }
}
