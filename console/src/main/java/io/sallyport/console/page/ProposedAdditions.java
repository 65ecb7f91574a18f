package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import io.sallyport.documents.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Adds proposed lines to a sandbox's documents: to its lease and its network policy. */
final class ProposedAdditions {
    private ProposedAdditions() {}

    /** Returns the documents with all lines of the proposals, or empty if one cannot be added for sure. */
    static Optional<DocumentNode> to(AnswerNode documents, List<ProposedGrant> proposals) {
        List<SubmittedText> lines =
                proposals.stream().flatMap(grant -> grant.lines().stream()).toList();
        Optional<AnswerNode> all = lines.isEmpty() ? Optional.empty() : Optional.of(documents);
        for (SubmittedText line : lines) {
            all = all.flatMap(before -> added(before, line)).map(AnswerNode::new);
        }
        return all.map(AnswerNode::node);
    }

    private static Optional<DocumentNode> added(AnswerNode documents, SubmittedText line) {
        Optional<DocumentNode> value = switch (line.name()) {
            case "lease" -> LeaseAddition.to(documents.member("lease"), line.text());
            case "policy" ->
                PolicyAddition.to(documents.text("policy"), line.text())
                        .map(policy -> new Scalar(policy, Style.QUOTED, Place.START));
            default -> Optional.empty();
        };
        return documents.node() instanceof Members members
                ? value.map(document -> with(members, line.name(), document))
                : Optional.empty();
    }

    /** Returns the members with another value of that name. */
    static Members with(Members members, String name, DocumentNode value) {
        var all = new LinkedHashMap<>(members.members());
        all.put(name, new Member(Place.START, value));
        return new Members(all, Place.START);
    }
}
