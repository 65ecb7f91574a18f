package io.sallyport.decision.ledger;

/** The result of {@link Account#grant}. Never {@code null}. */
public sealed interface BudgetGrant permits BudgetGrant.Granted, BudgetShortage {
    /** The only {@link Granted}. */
    BudgetGrant GRANTED = new Granted();

    /** The whole budget is set aside. */
    final class Granted implements BudgetGrant {
        private Granted() {}
    }
}
