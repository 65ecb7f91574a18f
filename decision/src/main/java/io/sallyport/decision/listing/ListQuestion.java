package io.sallyport.decision.listing;

import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Sha256;
import io.sallyport.model.message.RequestHeaders;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A request whose calls ask for lists. Immutable.
 *
 * @param headers of the request, without its body
 * @param lists that it asks for
 */
public record ListQuestion(CanonicalRequest request, RequestHeaders headers, Set<Listing> lists) {
    public ListQuestion {
        lists = Set.copyOf(lists);
    }

    /** Returns the session that a request belongs to: its URL with its {@code Mcp-Session-Id}. */
    static String session(CanonicalRequest request, RequestHeaders headers) {
        CanonicalPath path = request.path();
        return Sha256.hexOfAll(
                request.scheme().word(),
                request.authority(),
                path == null ? "" : path.text(),
                String.valueOf(request.query().text()),
                String.join(",", headers.values("mcp-session-id")));
    }

    String session() {
        return session(request, headers);
    }

    /** Returns this question, which asks for the lists of {@code before} as well. */
    ListQuestion after(ListQuestion before) {
        Set<Listing> all = EnumSet.noneOf(Listing.class);
        all.addAll(before.lists);
        all.addAll(lists);
        return new ListQuestion(request, headers, Collections.unmodifiableSet(all));
    }

    /** Returns whether both are sent to one server. */
    boolean hasServerOf(CanonicalRequest other) {
        return request.scheme() == other.scheme() && request.authority().equals(other.authority());
    }

    /** Returns whether both are sent to one path of one server. */
    boolean hasPathOf(CanonicalRequest other) {
        CanonicalPath path = request.path();
        return hasServerOf(other) && path != null && path.equals(other.path());
    }

    /** Returns whether it is sent to the URL that ends so. */
    boolean isSentTo(String url) {
        CanonicalPath path = request.path();
        String query = request.query().text();
        return path != null && url.endsWith(query == null ? path.text() : path.text() + "?" + query);
    }
}
