package io.sallyport.decision;

import io.sallyport.model.Decision;
import io.sallyport.model.Question;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Verdict;
import io.sallyport.model.answer.Objection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds all that speaks against an operation now; counts nothing. */
record Objections(PolicyChain policies, Operation operation) {
    /** What refused it first, then the others in the order of the checks; of those that are about room, one. */
    List<Objection> all(Verdict.Refuse first, Decision said, @Nullable Question question) {
        Set<ReasonCode> reasons = new LinkedHashSet<>();
        reasons.add(first.reason());
        for (Check check : operation.door().checks()) {
            if (check.ask(policies, operation, said, false) instanceof Verdict.Refuse refuse) {
                reasons.add(refuse.reason());
                if (check.isOfRoom()) {
                    break;
                }
            }
        }
        List<Objection> objections = new ArrayList<>();
        for (ReasonCode reason : reasons) {
            objections.addAll(of(policies.sandbox(), reason, question));
        }
        return objections;
    }

    /**
     * That reason; of a budget, each currency that is used up, and one without currency where all was settled
     * meanwhile.
     */
    static List<Objection> of(Sandbox sandbox, ReasonCode reason, @Nullable Question question) {
        Objection one = Objection.of(reason, question);
        if (reason != ReasonCode.BUDGET_EXHAUSTED) {
            return List.of(one);
        }
        List<Objection> unpaid =
                sandbox.admission().account().usedUp(question == null ? null : question.host()).stream()
                        .map(balance -> one.about(
                                balance.currency(), balance.remaining().toPlainString()))
                        .toList();
        return unpaid.isEmpty() ? List.of(one) : unpaid;
    }
}
