package io.sallyport.console.page;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.Findings;
import io.sallyport.documents.YamlReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds an endpoint to the text of a network policy, as a rule of its own in front of the others. All other lines,
 * comments too, stay as they are. Where that cannot be said for sure, nothing is added.
 */
final class PolicyAddition {
    private static final String RULES = "network_policies";
    private static final String NAME = "allowed";

    private PolicyAddition() {}

    /**
     * Returns the policy with that endpoint, a flow mapping on one line; empty if its rules do not stand on lines of
     * their own.
     */
    static Optional<String> to(String policy, String endpoint) {
        if (!(read(policy) instanceof Members root)
                || !(root.members().get(RULES) instanceof Member(var key, Members rules))
                || rules.members().isEmpty()) {
            return Optional.empty();
        }
        Member first = rules.members().values().iterator().next();
        int indent = first.keyPlace().column() - 1;
        List<String> lines = new ArrayList<>(policy.lines().toList());
        boolean isBlock = first.keyPlace().line() > key.line()
                && lines.get(first.keyPlace().line() - 1).substring(0, indent).isBlank();
        if (!isBlock) {
            return Optional.empty();
        }
        String name = free(rules);
        String space = " ".repeat(indent);
        lines.addAll(key.line(), List.of(space + name + ":", space + "  endpoints:", space + "    - " + endpoint));
        String added = String.join("\n", lines) + "\n";
        return isAdded(root, rules, name, read(added)) ? Optional.of(added) : Optional.empty();
    }

    private static DocumentNode read(String policy) {
        var findings = new Findings("policy");
        DocumentNode root = YamlReader.read(policy, findings);
        return root == null || !findings.all().isEmpty() ? AnswerNode.EMPTY.node() : root;
    }

    private static String free(Members rules) {
        String name = NAME;
        for (int i = 2; rules.members().containsKey(name); i++) {
            name = NAME + "-" + i;
        }
        return name;
    }

    /** Returns whether the text reads as before but for the rule of that name. */
    private static boolean isAdded(Members root, Members rules, String name, DocumentNode after) {
        if (!(after instanceof Members members)
                || !(members.members().get(RULES) instanceof Member(var _, Members now))) {
            return false;
        }
        Map<String, Member> without = new LinkedHashMap<>(now.members());
        boolean isThere = without.remove(name) != null;
        var restored = new LinkedHashMap<>(members.members());
        restored.put(RULES, new Member(now.place(), new Members(without, now.place())));
        return isThere
                && text(new Members(restored, members.place())).equals(text(root))
                && without.keySet().equals(rules.members().keySet());
    }

    /** Returns what a tree says, without its places. */
    private static String text(DocumentNode node) {
        return switch (node) {
            case DocumentNode.Scalar scalar ->
                scalar.style() + ":" + scalar.text().length() + ":" + scalar.text();
            case DocumentNode.Items items ->
                items.items().stream().map(PolicyAddition::text).toList().toString();
            case Members members -> {
                var all = new LinkedHashMap<String, String>();
                members.members().forEach((key, member) -> all.put(key, text(member.value())));
                yield all.toString();
            }
        };
    }
}
