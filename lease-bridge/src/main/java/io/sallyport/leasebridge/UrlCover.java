package io.sallyport.leasebridge;

import io.sallyport.model.CanonicalHost;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.Port;
import java.util.List;

/** Compares URL patterns part by part, since no wildcard reaches into another part. Confined to its thread. */
final class UrlCover {
    private final Effort effort;

    UrlCover(Effort effort) {
        this.effort = effort;
    }

    boolean covers(UrlPattern outer, UrlPattern inner) {
        return inner.parts().stream().allMatch(part -> outer.parts().stream().anyMatch(whole -> covers(whole, part)));
    }

    private boolean covers(UrlPattern.Part outer, UrlPattern.Part inner) {
        return outer.scheme() == inner.scheme()
                && (outer.port() == Port.NONE || outer.port() == inner.port())
                && (outer.query() == null || Queries.same(outer.query(), inner.query()))
                && hosts(inner, List.of(outer)) instanceof Containment.Covered
                && paths(inner, List.of(outer)) instanceof Containment.Covered;
    }

    /** Hosts of the one against hosts of the others. */
    Containment.Outcome hosts(UrlPattern.Part inner, List<UrlPattern.Part> outer) {
        List<Automaton> automata =
                outer.stream().map(part -> Hosts.automaton(part.host())).toList();
        return Containment.of(Hosts.automaton(inner.host()), automata, CanonicalForm.HOST, UrlCover::isHost, effort);
    }

    /** Paths of the one against paths of the others. */
    Containment.Outcome paths(UrlPattern.Part inner, List<UrlPattern.Part> outer) {
        List<Automaton> automata =
                outer.stream().map(part -> part.path().automaton()).toList();
        return Containment.of(inner.path().automaton(), automata, CanonicalForm.URL_PATH, UrlCover::isPath, effort);
    }

    private static boolean isHost(String text) {
        return CanonicalHost.parseDocument(text) instanceof CanonicalHost.Accepted(var host)
                && host.text().equals(text);
    }

    private static boolean isPath(String text) {
        return CanonicalPath.parse(text) instanceof CanonicalPath.Accepted(var path)
                && path.text().equals(text);
    }
}
