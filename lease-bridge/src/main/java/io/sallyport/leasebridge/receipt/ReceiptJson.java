package io.sallyport.leasebridge.receipt;

import static java.util.stream.Collectors.joining;

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
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON of receipts, as {@code docs/schemas/delegation-receipt.schema.json} describes it. */
public final class ReceiptJson {
    private static final JsonReader.Bounds BOUNDS = JsonReader.Bounds.ofBytes(16 << 20);
    private static final Set<String> MEMBERS = Set.of("v", "time", "parent", "child", "steps", "proof");
    private static final Set<String> OPTIONAL = Set.of("generation", "key", "signature");
    private static final Set<String> NONE = Set.of();
    private static final Pattern GENERATION = Pattern.compile("[1-9][0-9]{0,17}");
    private static final Pattern KEY = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern SIGNATURE = Pattern.compile("[A-Za-z0-9+/]{86}==");

    private ReceiptJson() {}

    /** Returns the canonical form (RFC 8785): one line, the members by name. */
    public static String text(DelegationReceipt receipt) {
        ReceiptSignature signature = receipt.signature();
        return text(receipt, signature == null || signature.value().isEmpty() ? null : signature.value());
    }

    /** Returns what is signed: the canonical form without the signature, in UTF-8. */
    public static byte[] signedBytes(DelegationReceipt receipt) {
        return text(receipt, null).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(DelegationReceipt receipt, @Nullable String signature) {
        var members = new TreeMap<String, String>();
        members.put("v", "1");
        members.put("time", CanonicalJson.string(receipt.time().toString()));
        members.put("parent", party(receipt.parent()));
        members.put("child", party(receipt.child()));
        members.put(
                "steps", receipt.proof().steps().stream().map(ReceiptJson::step).collect(joining(",", "[", "]")));
        members.put("proof", CanonicalJson.string(receipt.proofDigest()));
        if (receipt.generation() > 0) {
            members.put("generation", Long.toString(receipt.generation()));
        }
        if (receipt.signature() != null) {
            members.put("key", CanonicalJson.string(receipt.signature().key()));
        }
        if (signature != null) {
            members.put("signature", CanonicalJson.string(signature));
        }
        return CanonicalJson.object(members);
    }

    private static String party(Party party) {
        return CanonicalJson.object(new TreeMap<>(Map.of(
                "id", CanonicalJson.string(party.id()),
                "digest", CanonicalJson.string(party.digest()))));
    }

    private static String step(Step step) {
        return CanonicalJson.object(new TreeMap<>(Map.of(
                "limit", CanonicalJson.string(step.limit()),
                "child", CanonicalJson.string(step.child()),
                "parent", CanonicalJson.string(step.parent()))));
    }

    /** Reads a receipt. What is said in it need not hold: {@link DelegationReceipt#faults} tells. */
    public static Parsed<DelegationReceipt> read(String text) {
        Findings findings = new Findings("receipt");
        DocumentNode root = JsonReader.read(text, BOUNDS, findings);
        if (root == null || findings.hasErrors()) {
            return new Parsed.Rejected<>("no JSON object, or too large", 0);
        }
        try {
            Map<String, DocumentNode> members = members(root, MEMBERS, OPTIONAL);
            if (!(members.get("v") instanceof Scalar version)
                    || version.isString()
                    || !version.text().equals("1")) {
                return new Parsed.Rejected<>("no receipt of version 1", 0);
            }
            return new Parsed.Accepted<>(new DelegationReceipt(
                    Instant.parse(string(members, "time")),
                    party(members, "parent"),
                    party(members, "child"),
                    generation(members),
                    new SubsetProof(steps(members)),
                    digest(members, "proof"),
                    signature(members)));
        } catch (DateTimeException | IllegalArgumentException _) {
            return new Parsed.Rejected<>("a member is missing, is not known or has another form", 0);
        }
    }

    private static long generation(Map<String, DocumentNode> members) {
        DocumentNode node = members.get("generation");
        if (node == null) {
            return 0;
        }
        if (node instanceof Scalar number
                && !number.isString()
                && GENERATION.matcher(number.text()).matches()) {
            return Long.parseLong(number.text());
        }
        throw new IllegalArgumentException("generation is no number above 0");
    }

    /** Returns null if there is none. */
    private static @Nullable ReceiptSignature signature(Map<String, DocumentNode> members) {
        if (!members.containsKey("key") && !members.containsKey("signature")) {
            return null;
        }
        var read = new ReceiptSignature(string(members, "key"), string(members, "signature"));
        if (KEY.matcher(read.key()).matches() && SIGNATURE.matcher(read.value()).matches()) {
            return read;
        }
        throw new IllegalArgumentException("key or signature has another form");
    }

    /** Returns the members of an object that has all of {@code names}, and no others but of {@code optional}. */
    private static Map<String, DocumentNode> members(
            @Nullable DocumentNode node, Set<String> names, Set<String> optional) {
        if (!(node instanceof Members(Map<String, Member> members, var _))
                || !members.keySet().containsAll(names)
                || !members.keySet().stream().allMatch(name -> names.contains(name) || optional.contains(name))) {
            throw new IllegalArgumentException("other members than " + names);
        }
        Map<String, DocumentNode> values = new LinkedHashMap<>();
        members.forEach((name, member) -> values.put(name, member.value()));
        return values;
    }

    private static Party party(Map<String, DocumentNode> members, String name) {
        Map<String, DocumentNode> party = members(members.get(name), Set.of("id", "digest"), NONE);
        return new Party(string(party, "id"), digest(party, "digest"));
    }

    private static List<Step> steps(Map<String, DocumentNode> members) {
        if (!(members.get("steps") instanceof Items(List<DocumentNode> items, var _))) {
            throw new IllegalArgumentException("steps is no array");
        }
        List<Step> steps = new ArrayList<>();
        for (DocumentNode item : items) {
            Map<String, DocumentNode> step = members(item, Set.of("limit", "child", "parent"), NONE);
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
