package io.sallyport.documents;

import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.DocumentNode.Style;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a mapping for a document that is made of another one. All of its own nodes have the place of what it is made
 * of, so that diagnostics lead there. Confined to one thread.
 */
public final class MembersBuilder {
    private final Place place;
    private final Map<String, Member> members = new LinkedHashMap<>();

    public MembersBuilder(Place place) {
        this.place = place;
    }

    /** Adds a member, or replaces the one of that name. */
    public MembersBuilder put(String key, DocumentNode value) {
        members.put(key, new Member(value.place(), value));
        return this;
    }

    public MembersBuilder text(String key, String text) {
        return put(key, new Scalar(text, Style.QUOTED, place));
    }

    public MembersBuilder number(String key, int number) {
        return put(key, new Scalar(Integer.toString(number), Style.PLAIN, place));
    }

    public MembersBuilder truth(String key, boolean truth) {
        return put(key, new Scalar(Boolean.toString(truth), Style.PLAIN, place));
    }

    /** Adds a list of texts; nothing if it is empty. */
    public MembersBuilder texts(String key, List<String> texts) {
        return items(
                key,
                texts.stream()
                        .map(text -> new Scalar(text, Style.QUOTED, place))
                        .toList());
    }

    /** Adds a list; nothing if it is empty. */
    public MembersBuilder items(String key, List<? extends DocumentNode> items) {
        return items.isEmpty() ? this : put(key, new Items(List.copyOf(items), place));
    }

    public Members build() {
        return new Members(Collections.unmodifiableMap(new LinkedHashMap<>(members)), place);
    }
}
