package io.sallyport.decision.ledger;

import java.math.BigDecimal;

/**
 * Why a budget cannot be granted.
 *
 * @param currency the one that an ancestor has too little of; empty where there are more currencies than an account keeps
 * @param wanted the amount, or how many
 * @param left what is left of it, or how many there may be
 */
public record BudgetShortage(String currency, BigDecimal wanted, BigDecimal left) {}
