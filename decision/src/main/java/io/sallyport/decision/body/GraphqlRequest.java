package io.sallyport.decision.body;

import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.graphql.GraphqlDocument;
import io.sallyport.regoengine.builtin.graphql.GraphqlOperation;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoNull;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Reads a request of GraphQL over HTTP: an object with {@code query}, {@code operationName}, {@code variables} and
 * {@code extensions}, or the name of a persisted document in place of the query.
 */
final class GraphqlRequest {
    private static final String PERSISTED = "persistedQuery";
    private static final String HASH = "sha256Hash";
    private static final String[] IDS = {"id", "documentId"};
    private static final MemberNames MEMBERS =
            MemberNames.of("query", "operationName", "variables", "extensions", "id", "documentId");
    private static final MemberNames EXTENSION = MemberNames.of(PERSISTED);
    private static final MemberNames PERSISTED_MEMBERS = MemberNames.of("version", HASH);

    private GraphqlRequest() {}

    static BodyForm read(RegoValue value) {
        if (!(value instanceof RegoObject request) || !MEMBERS.areAllOf(request)) {
            return new BodyForm.Unreadable("no request of GraphQL");
        }
        if (!(orNothing(request, "variables") instanceof RegoObject)) {
            return new BodyForm.Unreadable("variables that are no object");
        }
        if (!(orNothing(request, "extensions") instanceof RegoObject extensions)) {
            return new BodyForm.Unreadable("extensions that are no object");
        }
        return switch (persisted(request, extensions)) {
            case Parsed.Rejected<String>(String why, int _) -> new BodyForm.Unreadable(why);
            case Parsed.Accepted<String>(String persisted) -> read(request, persisted);
        };
    }

    /** Returns the member; an empty object if it is absent or null. */
    private static RegoValue orNothing(RegoObject object, String name) {
        RegoValue value = object.get(name);
        return value == null || value instanceof RegoNull ? EntryObject.EMPTY : value;
    }

    /** Returns the hash or id of a persisted document; empty if none is named. */
    private static Parsed<String> persisted(RegoObject request, RegoObject extensions) {
        if (!(orNothing(extensions, PERSISTED) instanceof RegoObject extension)
                || EXTENSION.haveTwinIn(extensions)
                || !PERSISTED_MEMBERS.areAllOf(extension)) {
            return new Parsed.Rejected<>("a malformed extension persistedQuery");
        }
        Set<RegoValue> named = new LinkedHashSet<>();
        named.add(orEmpty(extension, HASH));
        for (String id : IDS) {
            named.add(orEmpty(request, id));
        }
        named.remove(RegoString.EMPTY);
        if (named.size() > 1) {
            return new Parsed.Rejected<>("two persisted documents");
        }
        RegoValue one = named.isEmpty() ? RegoString.EMPTY : named.iterator().next();
        return one instanceof RegoString text
                ? new Parsed.Accepted<>(text.text())
                : new Parsed.Rejected<>("the name of a persisted document that is no string");
    }

    /** Returns the member; an empty string if it is absent or null. */
    private static RegoValue orEmpty(RegoObject object, String name) {
        RegoValue value = object.get(name);
        return value == null || value instanceof RegoNull ? RegoString.EMPTY : value;
    }

    private static BodyForm read(RegoObject request, String persisted) {
        if (!(orEmpty(request, "query") instanceof RegoString query)
                || !(orEmpty(request, "operationName") instanceof RegoString name)) {
            return new BodyForm.Unreadable("a query or an operationName that is no string");
        }
        EntryObject value = RegoObject.growing();
        if (!persisted.isEmpty()) {
            value.put("persisted", RegoString.of(persisted));
        }
        if (!query.text().isEmpty()) {
            return persisted.isEmpty() || persisted.equals(Sha256.hexOf(query.text()))
                    ? operation(value, query.text(), name.text())
                    : new BodyForm.Unreadable("a query that is not the persisted document");
        }
        if (persisted.isEmpty()) {
            return new BodyForm.Unreadable("no query");
        }
        return new BodyForm.Read((name.text().isEmpty() ? value : value.put("name", name)).sealed());
    }

    private static BodyForm operation(EntryObject value, String query, String name) {
        GraphqlDocument document = GraphqlDocument.parse(query);
        if (document == null) {
            return new BodyForm.Unreadable("a malformed document of GraphQL");
        }
        GraphqlOperation operation = document.operation(name);
        if (operation == null) {
            return new BodyForm.Unreadable("no operation that runs for certain");
        }
        if (!operation.name().isEmpty()) {
            value.put("name", RegoString.of(operation.name()));
        }
        value.put("operation", RegoString.of(operation.type()));
        value.put(
                "fields",
                RegoArray.of(operation.rootFields().stream().map(RegoString::of).toList()));
        return new BodyForm.Read(value.sealed());
    }
}
