package io.sallyport.leasebridge;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.host.Port;
import io.sallyport.model.text.Parsed;
import java.util.List;

/** Compares URL patterns part by part, since no wildcard extends across parts. Confined to its thread. */
record UrlCover(ComparisonBudget effort) {
    boolean covers(UrlPattern outer, UrlPattern inner) {
        return inner.parts().stream().allMatch(part -> outer.parts().stream().anyMatch(whole -> covers(whole, part)));
    }

    private boolean covers(UrlPattern.Part outer, UrlPattern.Part inner) {
        return outer.scheme() == inner.scheme()
                && (outer.port() == Port.NONE || outer.port() == inner.port())
                && (outer.query() == null || QueryComparison.same(outer.query(), inner.query()))
                && hosts(inner, List.of(outer)) instanceof PatternContainment.Covered
                && paths(inner, List.of(outer)) instanceof PatternContainment.Covered;
    }

    /** Compares the host of {@code inner} with those of {@code outer}. */
    PatternContainment.Outcome hosts(UrlPattern.Part inner, List<UrlPattern.Part> outer) {
        List<PatternAutomaton> automata =
                outer.stream().map(part -> Hosts.automaton(part.host())).toList();
        return PatternContainment.of(
                Hosts.automaton(inner.host()), automata, CanonicalForm.HOST, UrlCover::isHost, effort);
    }

    /** Compares the path of {@code inner} with those of {@code outer}. */
    PatternContainment.Outcome paths(UrlPattern.Part inner, List<UrlPattern.Part> outer) {
        List<PatternAutomaton> automata =
                outer.stream().map(part -> part.path().automaton()).toList();
        return PatternContainment.of(
                inner.path().automaton(), automata, CanonicalForm.URL_PATH, UrlCover::isPath, effort);
    }

    static boolean isHost(String text) {
        return CanonicalHost.parseDocument(text) instanceof Parsed.Accepted(var host)
                && host.text().equals(text);
    }

    private static boolean isPath(String text) {
        return CanonicalPath.parse(text) instanceof Parsed.Accepted(var path)
                && path.text().equals(text);
    }
}
