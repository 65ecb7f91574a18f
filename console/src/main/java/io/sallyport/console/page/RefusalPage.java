package io.sallyport.console.page;

import java.util.List;
import java.util.Optional;

/**
 * Why a request is refused, and what would let it pass.
 *
 * @param verdict of the policy in force: {@code allow} or {@code deny}
 * @param then the verdict with the proposals
 * @param addable whether the console can put the proposals into the sandbox's documents by itself
 * @param why why it cannot; empty if it can
 */
public record RefusalPage(
        String sandbox,
        String method,
        String url,
        long generation,
        String verdict,
        String reason,
        String hint,
        String fault,
        List<ExplainedStep> steps,
        List<ProposedGrant> proposals,
        String then,
        boolean addable,
        String why) {
    public RefusalPage {
        steps = List.copyOf(steps);
        proposals = List.copyOf(proposals);
    }

    /** Reads the answers of explain, suggest and the documents in force. */
    public static RefusalPage of(
            RefusedRequest request, AnswerNode explained, AnswerNode suggested, AnswerNode documents) {
        AnswerNode decision = explained.member("decision");
        List<ProposedGrant> proposals = ProposedGrant.of(suggested);
        String why = documents.isTrue("identity")
                ? "The sandbox has a verified identity, which only its runner can present again."
                : body(documents, proposals).isEmpty()
                        ? "The console cannot add the line to the text of its document for sure: paste it there."
                        : "";
        return new RefusalPage(
                request.sandbox(),
                request.method(),
                request.url(),
                documents.number("generation"),
                verdict(decision),
                decision.text("reason"),
                explained.text("hint"),
                explained.text("fault"),
                explained.items("steps").stream().map(ExplainedStep::of).toList(),
                proposals,
                suggested.items("requests").stream()
                        .map(outcome -> verdict(outcome.member("then")))
                        .findFirst()
                        .orElse("deny"),
                why.isEmpty(),
                why);
    }

    /** Returns the request as a query of the console. */
    public String query() {
        return "sandbox=" + LiveFilter.escaped(sandbox) + LiveFilter.pair("method", method)
                + LiveFilter.pair("url", url);
    }

    private static String verdict(AnswerNode decision) {
        return decision.isTrue("allow") ? "allow" : "deny";
    }

    /** Returns the body of a PUT that adds the proposals; empty if the console cannot make it. */
    public static Optional<String> body(AnswerNode documents, List<ProposedGrant> proposals) {
        return ProposedAdditions.to(documents.member("documents"), proposals).map(ReadableJson::of);
    }

    /** Returns the proposals in an answer of suggest. */
    public static List<ProposedGrant> proposals(AnswerNode suggested) {
        return ProposedGrant.of(suggested);
    }
}
