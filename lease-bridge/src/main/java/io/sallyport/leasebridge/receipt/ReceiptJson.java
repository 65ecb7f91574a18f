package io.sallyport.leasebridge.receipt;

import io.sallyport.documents.DocumentNode;
import io.sallyport.documents.DocumentNode.Items;
import io.sallyport.documents.DocumentNode.Member;
import io.sallyport.documents.DocumentNode.Members;
import io.sallyport.documents.DocumentNode.Scalar;
import io.sallyport.documents.Findings;
import io.sallyport.documents.JsonReader;
import io.sallyport.leasebridge.SubsetProof;
import io.sallyport.leasebridge.SubsetProof.Step;
import io.sallyport.leasebridge.receipt.DelegationReceipt.Party;
import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of receipts, as {@code docs/schemas/delegation-receipt.schema.json} describes it. */
public final class ReceiptJson {
    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(16 << 20);
    private static final Set<String> MEMBERS = Set.of("v", "time", "parent", "child", "steps", "proof");

    private ReceiptJson() {}

    /** Returns one line. */
    public static String text(DelegationReceipt receipt) {
        ObjectNode root = JsonNodeFactory.instance.objectNode().put("v", 1);
        root.put("time", receipt.time().toString());
        party(root.putObject("parent"), receipt.parent());
        party(root.putObject("child"), receipt.child());
        ArrayNode steps = root.putArray("steps");
        for (Step step : receipt.proof().steps()) {
            steps.addObject()
                    .put("limit", step.limit())
                    .put("child", step.child())
                    .put("parent", step.parent());
        }
        root.put("proof", receipt.proofDigest());
        return root.toString();
    }

    private static void party(ObjectNode json, Party party) {
        json.put("id", party.id()).put("digest", party.digest());
    }

    /** Reads a receipt. What is said in it need not hold: {@link DelegationReceipt#faults} tells. */
    public static Parsed<DelegationReceipt> read(String text) {
        Findings findings = new Findings("receipt");
        DocumentNode root = JsonReader.read(text, BOUNDS, findings);
        if (root == null || findings.hasErrors()) {
            return new Parsed.Rejected<>("no JSON object, or too large", 0);
        }
        try {
            Map<String, DocumentNode> members = members(root, MEMBERS);
            if (!(members.get("v") instanceof Scalar version)
                    || version.isString()
                    || !version.text().equals("1")) {
                return new Parsed.Rejected<>("no receipt of version 1", 0);
            }
            return new Parsed.Accepted<>(new DelegationReceipt(
                    Instant.parse(string(members, "time")),
                    party(members, "parent"),
                    party(members, "child"),
                    new SubsetProof(steps(members)),
                    digest(members, "proof")));
        } catch (DateTimeException | IllegalArgumentException _) {
            return new Parsed.Rejected<>("a member is missing, is not known or has another form", 0);
        }
    }

    /** Returns the members of an object that has exactly these. */
    private static Map<String, DocumentNode> members(@Nullable DocumentNode node, Set<String> names) {
        if (!(node instanceof Members(Map<String, Member> members, var _))
                || !members.keySet().equals(names)) {
            throw new IllegalArgumentException("other members than " + names);
        }
        Map<String, DocumentNode> values = new LinkedHashMap<>();
        members.forEach((name, member) -> values.put(name, member.value()));
        return values;
    }

    private static Party party(Map<String, DocumentNode> members, String name) {
        Map<String, DocumentNode> party = members(members.get(name), Set.of("id", "digest"));
        return new Party(string(party, "id"), digest(party, "digest"));
    }

    private static List<Step> steps(Map<String, DocumentNode> members) {
        if (!(members.get("steps") instanceof Items(List<DocumentNode> items, var _))) {
            throw new IllegalArgumentException("steps is no array");
        }
        List<Step> steps = new ArrayList<>();
        for (DocumentNode item : items) {
            Map<String, DocumentNode> step = members(item, Set.of("limit", "child", "parent"));
            steps.add(new Step(string(step, "limit"), string(step, "child"), string(step, "parent")));
        }
        return steps;
    }

    private static String digest(Map<String, DocumentNode> members, String name) {
        return new Sha256(string(members, name)).hex();
    }

    private static String string(Map<String, DocumentNode> members, String name) {
        if (members.get(name) instanceof Scalar text && text.isString()) {
            return text.text();
        }
        throw new IllegalArgumentException(name + " is no string");
    }
}
