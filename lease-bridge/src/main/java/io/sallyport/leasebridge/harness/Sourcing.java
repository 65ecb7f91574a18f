package io.sallyport.leasebridge.harness;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Attaches its origin to each piece of one document. */
record Sourcing(String document, int depth, Layer layer) {
    /** @param depth 0 for the harness itself */
    static Sourced.Mapping of(String document, int depth, Members root) {
        var sourcing = new Sourcing(document, depth, depth == 0 ? Layer.CHILD : Layer.BASE);
        var forge = new Sourcing(document, depth, Layer.FORGE);
        var read = new LinkedHashMap<String, Sourced>();
        root.members().forEach((key, member) -> read.put(key, (key.equals("forge") ? forge : sourcing).of(member)));
        return new Sourced.Mapping(read, sourcing.at(root));
    }

    private Sourced of(Member member) {
        return of(
                member.value(),
                new SourcePosition(document, depth, layer, member.value().place(), member.keyPlace()));
    }

    private Sourced of(DocumentNode node, SourcePosition origin) {
        return switch (node) {
            case Scalar scalar -> new Sourced.Text(scalar, origin);
            case Items(var items, var _) -> {
                List<Sourced> read = new ArrayList<>();
                items.forEach(item -> read.add(of(item, at(item))));
                yield new Sourced.Listing(read, origin);
            }
            case Members(var members, var _) -> {
                var read = new LinkedHashMap<String, Sourced>();
                members.forEach((key, member) -> read.put(key, of(member)));
                yield new Sourced.Mapping(read, origin);
            }
        };
    }

    private SourcePosition at(DocumentNode node) {
        return new SourcePosition(document, depth, layer, node.place(), node.place());
    }
}
