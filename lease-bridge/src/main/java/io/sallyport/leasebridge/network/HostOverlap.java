package io.sallyport.leasebridge.network;

import io.sallyport.model.host.HostPattern;
import java.util.Arrays;
import java.util.List;

/** Determines whether two host patterns can cover a common host; true if uncertain. */
public final class HostOverlap {
    private HostOverlap() {}

    /** Returns whether one host may be covered by both. */
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
            lengths = labelsMeet(one.labels().get(a - i), other.labels().get(b - i));
        }
        return lengths;
    }

    /**
     * Returns whether labels can match a common text: the parts before the first star and after the last must agree
     * where both are literal.
     */
    private static boolean labelsMeet(String one, String other) {
        int star = one.indexOf('*');
        int otherStar = other.indexOf('*');
        if (star < 0 && otherStar < 0) {
            return one.equals(other);
        }
        int before = Math.min(star < 0 ? one.length() : star, otherStar < 0 ? other.length() : otherStar);
        int after = Math.min(tail(one), tail(other));
        return one.substring(0, before).equals(other.substring(0, before))
                && one.substring(one.length() - after).equals(other.substring(other.length() - after));
    }

    private static int tail(String label) {
        return label.length() - 1 - label.lastIndexOf('*');
    }
}
