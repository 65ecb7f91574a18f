package io.sallyport.leasebridge.harness;

import io.sallyport.documents.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Attaches its origin to each piece of one document. */
record Sourcing(String document, int depth, Layer layer) {
    /** @param depth 0 for the harness itself */
    static Sourced.Mapping of(String document, int depth, Node.Members root) {
        var sourcing = new Sourcing(document, depth, depth == 0 ? Layer.CHILD : Layer.BASE);
        var forge = new Sourcing(document, depth, Layer.FORGE);
        var read = new LinkedHashMap<String, Sourced>();
        root.members().forEach((key, member) -> read.put(key, (key.equals("forge") ? forge : sourcing).of(member)));
        return new Sourced.Mapping(read, sourcing.at(root));
    }

    private Sourced of(Node.Member member) {
        return of(
                member.value(),
                new Origin(document, depth, layer, member.value().place(), member.keyPlace()));
    }

    private Sourced of(Node node, Origin origin) {
        return switch (node) {
            case Node.Scalar scalar -> new Sourced.Text(scalar, origin);
            case Node.Items(var items, var _) -> {
                List<Sourced> read = new ArrayList<>();
                items.forEach(item -> read.add(of(item, at(item))));
                yield new Sourced.Listing(read, origin);
            }
            case Node.Members(var members, var _) -> {
                var read = new LinkedHashMap<String, Sourced>();
                members.forEach((key, member) -> read.put(key, of(member)));
                yield new Sourced.Mapping(read, origin);
            }
        };
    }

    private Origin at(Node node) {
        return new Origin(document, depth, layer, node.place(), node.place());
    }
}
