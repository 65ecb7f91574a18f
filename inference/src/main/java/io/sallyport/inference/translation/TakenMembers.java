package io.sallyport.inference.translation;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object whose members are taken one by one; those that nobody took are refused by name, so that nothing is lost
 * without a word. A null counts as absent. Confined to one thread.
 */
final class TakenMembers {
    private static final String NO_COUNTERPART = "the other API has nothing like it";

    private final String path;
    private final Map<String, Member> left;
    private final Untranslated untranslated;

    /** @param path of the object, such as {@code messages.2}; empty for the request itself */
    TakenMembers(String path, @Nullable DocumentNode object, Untranslated untranslated) {
        this.path = path;
        this.left = new LinkedHashMap<>(Fields.members(object));
        this.untranslated = untranslated;
        if (!(object instanceof DocumentNode.Members)) {
            untranslated.refuse(path, "an object is wanted");
        }
    }

    /** Returns the path of a member. */
    String path(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** Takes a member; null if it is missing. */
    @Nullable
    DocumentNode take(String name) {
        Member member = left.remove(name);
        return member == null || (member.value() instanceof Scalar scalar && scalar.isNull()) ? null : member.value();
    }

    /** Returns whether a member is there that was not taken. */
    boolean has(String name) {
        return left.containsKey(name);
    }

    /** Takes a text; null if it is missing. */
    @Nullable
    String text(String name) {
        DocumentNode value = take(name);
        if (value instanceof Scalar scalar && scalar.isString()) {
            return scalar.text();
        }
        if (value != null) {
            refuse(name, "a text is wanted");
        }
        return null;
    }

    /** Takes a text that must be there. */
    String wantedText(String name) {
        boolean there = left.containsKey(name);
        String text = text(name);
        if (text == null && !there) {
            refuse(name, "it is missing");
        }
        return text == null ? "" : text;
    }

    /** Takes true or false; null if it is missing. */
    @Nullable
    Boolean truth(String name) {
        DocumentNode value = take(name);
        Boolean truth = value instanceof Scalar scalar ? scalar.truth() : null;
        if (value != null && truth == null) {
            refuse(name, "true or false is wanted");
        }
        return truth;
    }

    /** Takes a list; empty if it is missing. */
    List<DocumentNode> list(String name) {
        DocumentNode value = take(name);
        if (value instanceof Items(var items, var _)) {
            return items;
        }
        if (value != null) {
            refuse(name, "a list is wanted");
        }
        return List.of();
    }

    /** Takes an object; null if it is missing. */
    @Nullable
    TakenMembers object(String name) {
        DocumentNode value = take(name);
        return value == null ? null : new TakenMembers(path(name), value, untranslated);
    }

    /** Takes a member that may have only values that ask for nothing. */
    void only(String name, String... values) {
        DocumentNode value = take(name);
        if (value != null && !(value instanceof Scalar scalar && List.of(values).contains(scalar.text()))) {
            refuse(name, NO_COUNTERPART);
        }
    }

    /** Takes a hint about cost that changes no answer, and leaves it out. */
    void leaveOut(String name) {
        if (take(name) != null) {
            untranslated.leaveOut(name);
        }
    }

    void refuse(String name, String why) {
        untranslated.refuse(path(name), why);
    }

    /** Refuses what was not taken. */
    void end() {
        for (String name : List.copyOf(left.keySet())) {
            if (take(name) != null) {
                refuse(name, NO_COUNTERPART);
            }
        }
    }
}
