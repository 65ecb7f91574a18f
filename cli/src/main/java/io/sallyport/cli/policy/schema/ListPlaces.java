package io.sallyport.cli.policy.schema;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import io.sallyport.documents.Place;
import org.jspecify.annotations.Nullable;

/**
 * Where the values of {@code data.lists}, or of a document, stand in the text that they were read from. Immutable.
 *
 * @param root of the text, or null if there is no text with places
 */
public record ListPlaces(@Nullable DocumentNode root) {
    /** The place of what has none. */
    private static final Place NOWHERE = new Place(0, 0);

    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(64 << 20);

    /** Returns the places in a JSON text; there are none if it is null or beyond the bounds of the reader. */
    static ListPlaces of(@Nullable String text) {
        return new ListPlaces(text == null ? null : JsonReader.read(text, BOUNDS, new Findings("data")));
    }

    /** Returns the place of a path such as {@code data.lists.teams.0}, or of what it leads through. */
    Place at(String path) {
        String lists = "data." + ListSchemas.ALL;
        return root == null ? NOWHERE : at(root, path.equals(lists) ? "" : path.substring(lists.length() + 1));
    }

    /** Returns the place of a path from the root, such as {@code proxy.listen}, or of what it leads through. */
    public Place below(String path) {
        return root == null ? NOWHERE : at(root, path);
    }

    private static Place at(DocumentNode node, String path) {
        return switch (node) {
            case Members(var members, Place place) ->
                members.entrySet().stream()
                        .filter(member -> path.equals(member.getKey()) || path.startsWith(member.getKey() + "."))
                        .findFirst()
                        .map(member -> at(member.getKey(), member.getValue(), path))
                        .orElse(place);
            case Items(var items, Place place) -> {
                String index = path.split("\\.", 2)[0];
                yield index.matches("[0-9]{1,9}") && Integer.parseInt(index) < items.size()
                        ? at(items.get(Integer.parseInt(index)), after(index, path))
                        : place;
            }
            case DocumentNode.Scalar scalar -> scalar.place();
        };
    }

    /** Returns the place of a member, or below it; a name may have dots. */
    private static Place at(String name, Member member, String path) {
        return path.equals(name) ? member.keyPlace() : at(member.value(), after(name, path));
    }

    private static String after(String name, String path) {
        return path.substring(Math.min(path.length(), name.length() + 1));
    }
}
