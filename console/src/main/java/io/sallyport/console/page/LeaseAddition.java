package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds a proposed line to a lease. Immutable.
 *
 * @param capability such as {@code net.fetch}
 * @param pattern what is granted
 */
record LeaseAddition(String capability, DocumentNode pattern) {
    /** Returns the lease with a line such as {@code net.fetch: "https://h/p"}; empty if it is no such line. */
    static Optional<DocumentNode> to(AnswerNode lease, String line) {
        return Optional.ofNullable(of(line)).map(addition -> addition.in(lease));
    }

    private static @Nullable LeaseAddition of(String line) {
        int colon = line.indexOf(": ");
        AnswerNode read = colon < 0 ? AnswerNode.EMPTY : AnswerNode.read(line.substring(colon + 2));
        return read.node() instanceof Members ? null : new LeaseAddition(line.substring(0, colon), read.node());
    }

    private DocumentNode in(AnswerNode lease) {
        Members members = lease.node() instanceof Members own ? own : (Members) AnswerNode.EMPTY.node();
        var patterns = new ArrayList<DocumentNode>();
        if (lease.member(capability).node() instanceof Items items) {
            patterns.addAll(items.items());
        }
        patterns.addAll(pattern instanceof Scalar ? List.of(pattern) : List.of());
        return ProposedAdditions.with(members, capability, new Items(patterns, Place.START));
    }
}
