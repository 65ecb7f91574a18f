package io.sallyport.leasebridge.receipt;

import io.sallyport.leasebridge.SubsetProof;
import io.sallyport.leasebridge.SubsetProof.Step;
import io.sallyport.leasebridge.receipt.DelegationReceipt.Party;
import io.sallyport.model.Sha256;
import io.sallyport.model.text.Parsed;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of receipts, as {@code docs/schemas/delegation-receipt.schema.json} describes it. */
public final class ReceiptJson {
    /** Largest receipt that is read, in characters. */
    public static final int MAX_CHARS = 16 << 20;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .build();
    private static final Set<String> MEMBERS = Set.of("v", "time", "parent", "child", "steps", "proof");

    private ReceiptJson() {}

    /** Returns one line. */
    public static String text(DelegationReceipt receipt) {
        ObjectNode root = JSON.createObjectNode().put("v", 1);
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
        if (text.length() > MAX_CHARS) {
            return new Parsed.Rejected<>("longer than " + MAX_CHARS + " characters", 0);
        }
        try {
            JsonNode root = JSON.readTree(text);
            boolean isWhole = root.isObject()
                    && Set.copyOf(root.propertyNames()).equals(MEMBERS)
                    && root.path("v").isInt();
            if (!isWhole || root.path("v").intValue() != 1) {
                return new Parsed.Rejected<>("no receipt of version 1", 0);
            }
            return new Parsed.Accepted<>(new DelegationReceipt(
                    Instant.parse(string(root, "time")),
                    party(root.path("parent")),
                    party(root.path("child")),
                    new SubsetProof(steps(root.path("steps"))),
                    digest(root, "proof")));
        } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
            return new Parsed.Rejected<>("a member is missing or has another form", 0);
        }
    }

    private static Party party(JsonNode json) {
        return new Party(string(json, "id"), digest(json, "digest"));
    }

    private static List<Step> steps(JsonNode json) {
        if (!json.isArray()) {
            throw new IllegalArgumentException("steps is no array");
        }
        List<Step> steps = new ArrayList<>();
        json.forEach(step -> steps.add(new Step(string(step, "limit"), string(step, "child"), string(step, "parent"))));
        return steps;
    }

    private static String digest(JsonNode json, String name) {
        return new Sha256(string(json, name)).hex();
    }

    private static String string(JsonNode json, String name) {
        if (!json.path(name).isString()) {
            throw new IllegalArgumentException(name + " is no string");
        }
        return json.path(name).stringValue();
    }
}
