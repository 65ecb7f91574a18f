package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import io.sallyport.documents.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * A node of an answer of the control API. What is missing reads as empty, so that a page shows what an older or newer
 * answer has. Immutable.
 */
public record AnswerNode(DocumentNode node) {
    /** The maximum size of an answer that is read. */
    private static final int MAX_BYTES = 64 << 20;

    private static final int MAX_NODES = 1_000_000;
    private static final DocumentNode NOTHING = new Members(Map.of(), Place.START);

    /** The node of an answer without content. */
    public static final AnswerNode EMPTY = new AnswerNode(NOTHING);

    /** Reads JSON; returns {@link #EMPTY} if it cannot be read. */
    public static AnswerNode read(String json) {
        var findings = new Findings("answer");
        DocumentNode root = JsonReader.read(json, new JsonReader.Bounds(MAX_BYTES, MAX_NODES, Set.of()), findings);
        return root == null || !findings.all().isEmpty() ? EMPTY : new AnswerNode(root);
    }

    /** Returns the member, or {@link #EMPTY}. */
    public AnswerNode member(String name) {
        Member member = node instanceof Members members ? members.members().get(name) : null;
        return member == null ? EMPTY : new AnswerNode(member.value());
    }

    public boolean has(String name) {
        return node instanceof Members members && members.members().containsKey(name);
    }

    /** Returns the text of a scalar; empty for null and everything else. */
    public String text() {
        return node instanceof Scalar scalar && !scalar.isNull() ? scalar.text() : "";
    }

    /** Returns the text of a member; empty if there is none. */
    public String text(String name) {
        return member(name).text();
    }

    /** Returns the whole number of a member, or 0. */
    public long number(String name) {
        String text = text(name);
        return text.matches("-?[0-9]{1,18}") ? Long.parseLong(text) : 0;
    }

    public boolean isTrue(String name) {
        return text(name).equals("true");
    }

    /** Returns the elements of a member that is an array; empty if it is none. */
    public List<AnswerNode> items(String name) {
        return member(name).node instanceof Items items
                ? items.items().stream().map(AnswerNode::new).toList()
                : List.of();
    }

    /** Returns the texts of a member that is an array. */
    public List<String> texts(String name) {
        return items(name).stream().map(AnswerNode::text).toList();
    }

    /** Returns the members of a member that is an object: name to text, in order. */
    public SequencedMap<String, String> entries(String name) {
        return member(name).entries();
    }

    /** Returns the members of this object: name to text, in order. */
    public SequencedMap<String, String> entries() {
        var entries = new LinkedHashMap<String, String>();
        if (node instanceof Members members) {
            members.members().forEach((key, member) -> entries.put(key, new AnswerNode(member.value()).text()));
        }
        return entries;
    }
}
