package io.sallyport.cli.policy.lsp;

import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds in a JSON Schema (draft 7) what may stand at a path; elements of lists have the path of their list. */
final class SchemaMembers {
    /** How deep alternatives and references are followed; published schemas have fewer. */
    private static final int MAX_STEPS = 8;

    private static final List<String> ALTERNATIVES = List.of("anyOf", "oneOf", "allOf");
    private static final List<String> BRANCHES = List.of("then", "else", "items");

    private final RegoValue root;
    private final List<RegoObject> places;

    private SchemaMembers(RegoValue root, List<RegoObject> places) {
        this.root = root;
        this.places = places;
    }

    /** Returns what may stand at a path from the root of {@code schema}; nothing if the schema does not know it. */
    static SchemaMembers at(RegoValue schema, List<String> path) {
        var members = new SchemaMembers(schema, List.of());
        members = new SchemaMembers(schema, members.expanded(schema, 0).toList());
        for (String name : path) {
            members = members.member(name);
        }
        return members;
    }

    /** Returns the members that are named, each with what may stand there. */
    SortedMap<String, SchemaMembers> members() {
        var found = new TreeMap<String, SchemaMembers>();
        for (RegoObject place : places) {
            if (place.get("properties") instanceof RegoObject properties) {
                properties.forEach((key, _) -> {
                    if (key instanceof RegoString name) {
                        found.put(name.text(), member(name.text()));
                    }
                });
            }
        }
        return found;
    }

    private SchemaMembers member(String name) {
        List<RegoObject> found = new ArrayList<>();
        for (RegoObject place : places) {
            RegoValue named = place.get("properties") instanceof RegoObject properties ? properties.get(name) : null;
            RegoValue other = named == null ? place.get("additionalProperties") : named;
            expanded(other, 0).forEach(found::add);
        }
        return new SchemaMembers(root, found);
    }

    private Stream<RegoObject> expanded(@Nullable RegoValue schema, int steps) {
        if (!(schema instanceof RegoObject object) || steps > MAX_STEPS) {
            return Stream.empty();
        }
        Stream<RegoValue> further = Stream.concat(
                ALTERNATIVES.stream()
                        .flatMap(word ->
                                object.get(word) instanceof RegoArray all ? all.list().stream() : Stream.empty()),
                BRANCHES.stream().map(object::get).flatMap(Stream::ofNullable));
        RegoValue referred = object.get("$ref") instanceof RegoString to ? definition(to.text()) : null;
        return Stream.concat(
                Stream.of(object),
                Stream.concat(further, Stream.ofNullable(referred)).flatMap(next -> expanded(next, steps + 1)));
    }

    private @Nullable RegoValue definition(String reference) {
        RegoValue found = root;
        for (String name : reference.substring(reference.indexOf('/') + 1).split("/", -1)) {
            found = found instanceof RegoObject object ? object.get(name) : null;
        }
        return found;
    }

    boolean isKnown() {
        return !places.isEmpty();
    }

    /** Returns the words that the schema lists as values. */
    List<String> words() {
        return places.stream()
                .flatMap(place -> place.get("enum") instanceof RegoArray words ? words.list().stream() : Stream.empty())
                .flatMap(word -> word instanceof RegoString text ? Stream.of(text.text()) : Stream.empty())
                .distinct()
                .toList();
    }

    /** Returns the types as the schema writes them, such as {@code string or null}. */
    String types() {
        return places.stream()
                .map(place -> place.get("type"))
                .flatMap(type -> type instanceof RegoArray several ? several.list().stream() : Stream.ofNullable(type))
                .map(type -> type instanceof RegoString text ? text.text() : "")
                .distinct()
                .collect(Collectors.joining(" or "));
    }

    /** Returns what the schema says in words, or nothing. */
    String description() {
        return Stream.of("description", "x-help")
                .flatMap(word -> places.stream().map(place -> place.get(word)))
                .flatMap(text -> text instanceof RegoString written ? Stream.of(written.text()) : Stream.empty())
                .distinct()
                .collect(Collectors.joining("\n\n"));
    }
}
