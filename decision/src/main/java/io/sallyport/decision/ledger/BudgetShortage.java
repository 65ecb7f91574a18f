package io.sallyport.decision.ledger;

import java.math.BigDecimal;

/**
 * A budget is not granted: there is too little of one currency.
 *
 * @param currency the one that an ancestor has too little of; empty where there are more currencies than an account
 *     keeps
 * @param wanted the amount, or how many
 * @param left what is left of it, or how many there may be
 */
public record BudgetShortage(String currency, BigDecimal wanted, BigDecimal left) implements BudgetGrant {}
