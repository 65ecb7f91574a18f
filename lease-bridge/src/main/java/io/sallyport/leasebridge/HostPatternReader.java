package io.sallyport.leasebridge;

import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.HostGlob;
import io.sallyport.model.host.HostPattern;
import io.sallyport.model.text.Parsed;
import io.sallyport.model.text.Parsed.Accepted;
import io.sallyport.model.text.Parsed.Rejected;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the host of a lease pattern. In leases a first label {@code *} or {@code **} means one or more labels, because
 * peers issue and attenuate leases on that understanding; a later label {@code *} means exactly one.
 */
public final class HostPatternReader {
    private HostPatternReader() {}

    /** Returns whether the whole host is {@code **}: any host, and any segments before the path. */
    static boolean isEverything(String written) {
        return written.length() > 1 && written.chars().allMatch(c -> c == '*');
    }

    static Parsed<HostPattern> read(String written) {
        if (written.indexOf('*') < 0) {
            return CanonicalHost.parseDocument(written).map(host -> new HostPattern.Exact(host.text()));
        }
        if (written.chars().allMatch(c -> c == '*')) {
            return new Accepted<>(new HostPattern.Any());
        }
        String text = written.replaceAll("\\*{3,}", "**");
        String unrooted = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
        List<String> labels = Arrays.asList(unrooted.split("\\.", -1));
        int at = 0;
        for (int i = 0; i < labels.size(); i++) {
            String why = fault(labels.get(i), i == 0, i == labels.size() - 1);
            if (!why.isEmpty()) {
                return new Rejected<>(why, Math.min(at, written.length()));
            }
            at += labels.get(i).length() + 1;
        }
        return HostGlob.withStars(labels, HostPatternReader::shape);
    }

    /** Returns the error in the stars of one label, or the empty text. */
    private static String fault(String label, boolean first, boolean last) {
        if (label.indexOf('*') < 0) {
            return "";
        }
        if (last) {
            return "the last label of a host takes no wildcard";
        }
        if (label.contains("**") && !(first && label.equals("**"))) {
            return "two stars stand alone, as the first label or as the whole host";
        }
        return label.chars().allMatch(c -> c < 0x80) ? "" : "a label with a wildcard is written in ASCII";
    }

    private static HostPattern shape(List<String> labels) {
        boolean many = labels.getFirst().equals("*") || labels.getFirst().equals("**");
        List<String> rest = labels.subList(1, labels.size());
        if (many && rest.stream().allMatch(label -> label.indexOf('*') < 0)) {
            return new HostPattern.Under(String.join(".", rest));
        }
        return new HostPattern.Labels(many, many ? rest : labels);
    }
}
