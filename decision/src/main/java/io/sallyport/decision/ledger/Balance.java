package io.sallyport.decision.ledger;

import java.math.BigDecimal;

/** What a lease names of one currency, and what is left of it: zero or below is used up. */
public record Balance(String currency, BigDecimal initial, BigDecimal remaining) {}
