package io.sallyport.decision.ledger;

/** What a currency counts. The gateway measures all but the last itself. */
public enum CurrencyKind {
    /** Bytes, of all hosts or of some: what moves them ends with them. */
    BYTES,
    /** Requests of all hosts. */
    REQUESTS,
    /** Operations, or requests of some hosts: charged as one begins, which then may take as long as it takes. */
    USES,
    /** What others report, such as money. */
    REPORTED;

    /** Returns the kind of the currency of that name. */
    public static CurrencyKind of(String currency) {
        HostCurrency some = HostCurrency.of(currency);
        if (some != null) {
            return some.measure().equals(Account.BYTES) ? BYTES : USES;
        }
        return switch (currency) {
            case Account.BYTES, FetchCurrency.BYTES -> BYTES;
            case Account.REQUESTS -> REQUESTS;
            case Account.USES, FetchCurrency.FETCHES, FetchCurrency.ATTEMPTS, FetchCurrency.FILE_ATTEMPTS -> USES;
            default -> REPORTED;
        };
    }
}
