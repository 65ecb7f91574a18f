package io.sallyport.cli.policy.reach;

import io.sallyport.policycompiler.reach.Proof;
import io.sallyport.policycompiler.reach.ReachProperty;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The results of proofs, for people and for programs. Confined to its thread. */
public final class ProofReport {
    private final List<Result> results = new ArrayList<>();

    private record Result(ReachProperty property, Proof proof) {}

    /** Adds the result of one proof. */
    public void add(ReachProperty property, Proof proof) {
        results.add(new Result(property, proof));
    }

    /** Returns whether every property is proven. */
    public boolean isProven() {
        return results.stream().allMatch(result -> result.proof() instanceof Proof.Proven);
    }

    /** Returns one line for each property, and below it what speaks against it. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Result result : results) {
            text.append("%-9s %s%n"
                    .formatted(word(result.proof()), result.property().text()));
            against(result.proof())
                    .lines()
                    .forEach(line -> text.append("  ").append(line).append('\n'));
        }
        return text.toString();
    }

    private static String word(Proof proof) {
        return switch (proof) {
            case Proof.Proven _ -> "proven";
            case Proof.Refuted _ -> "refuted";
            case Proof.Undecided _ -> "undecided";
        };
    }

    /** Returns what speaks against a property, with an end of line; empty if it is proven. */
    static String against(Proof proof) {
        return switch (proof) {
            case Proof.Proven _ -> "";
            case Proof.Refuted refuted -> against(refuted) + "\n";
            case Proof.Undecided(String why) -> why + "\n";
        };
    }

    private static String against(Proof.Refuted refuted) {
        String grant = refuted.grant().isEmpty() ? "" : " (" + refuted.grant() + ")";
        String at = refuted.at() == null ? "" : " at " + refuted.at();
        String inside = refuted.isTunnel() ? ", and what passes inside is not seen" : "";
        return RequestText.of(refuted.witness()) + " is allowed by " + refuted.rule() + grant + at + inside;
    }

    /** Returns an object with all results. */
    public ObjectNode json() {
        ObjectNode object = JsonNodeFactory.instance.objectNode().put("proven", isProven());
        var all = object.putArray("properties");
        for (Result result : results) {
            ObjectNode one =
                    all.addObject().put("property", result.property().text()).put("result", word(result.proof()));
            switch (result.proof()) {
                case Proof.Proven _ -> {}
                case Proof.Refuted refuted -> put(refuted, one);
                case Proof.Undecided(String why) -> one.put("why", why);
            }
        }
        return object;
    }

    private static void put(Proof.Refuted refuted, ObjectNode object) {
        object.put("witness", RequestText.of(refuted.witness()))
                .put("tunnel", refuted.isTunnel())
                .put("rule", refuted.rule());
        if (!refuted.grant().isEmpty()) {
            object.put("grant", refuted.grant());
        }
        if (refuted.at() != null) {
            object.put("at", refuted.at().toString());
        }
    }
}
