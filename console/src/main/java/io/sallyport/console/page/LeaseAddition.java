package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds proposed lines to a sandbox's documents. A proposal for another document than the lease has to be made by
 * whoever wrote that document. Immutable.
 *
 * @param capability such as {@code net.fetch}
 * @param pattern what is granted
 */
record LeaseAddition(String capability, DocumentNode pattern) {
    /** Returns the documents with all lines of the proposals, or empty if a line is not for a lease. */
    static Optional<DocumentNode> to(AnswerNode documents, List<ProposedGrant> proposals) {
        DocumentNode all = documents.node();
        List<SubmittedText> lines =
                proposals.stream().flatMap(grant -> grant.lines().stream()).toList();
        for (SubmittedText line : lines) {
            LeaseAddition addition = of(line);
            if (addition == null || !(all instanceof Members members)) {
                return Optional.empty();
            }
            all = with(members, "lease", addition.in(new AnswerNode(members).member("lease")));
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /** Reads a line such as {@code net.fetch: "https://h/p"}; returns null if it is not for a lease. */
    private static @Nullable LeaseAddition of(SubmittedText line) {
        int colon = line.text().indexOf(": ");
        if (!line.name().equals("lease") || colon < 0) {
            return null;
        }
        AnswerNode read = AnswerNode.read(line.text().substring(colon + 2));
        return read.node() instanceof Members
                ? null
                : new LeaseAddition(line.text().substring(0, colon), read.node());
    }

    private DocumentNode in(AnswerNode lease) {
        Members members = lease.node() instanceof Members own ? own : (Members) AnswerNode.EMPTY.node();
        var patterns = new ArrayList<DocumentNode>();
        if (lease.member(capability).node() instanceof Items items) {
            patterns.addAll(items.items());
        }
        patterns.addAll(pattern instanceof Scalar ? List.of(pattern) : List.of());
        return with(members, capability, new Items(patterns, Place.START));
    }

    private static Members with(Members members, String name, DocumentNode value) {
        var all = new LinkedHashMap<>(members.members());
        all.put(name, new Member(Place.START, value));
        return new Members(all, Place.START);
    }
}
