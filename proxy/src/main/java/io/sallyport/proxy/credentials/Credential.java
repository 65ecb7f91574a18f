package io.sallyport.proxy.credentials;

/**
 * A key, what it stands for, and where that may go. Immutable.
 *
 * @param value visible text, with nothing in it that ends a line; it goes into requests that {@code binding} admits and
 *     nowhere else
 */
public record Credential(String key, String value, CredentialBinding binding) {
    public Credential {
        if (value.isEmpty() || value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw new IllegalArgumentException(
                    key + ": its value is empty or has control characters"); // and is not told
        }
    }

    /** Whether the value may stand in a path or a query: nothing in it means anything there. */
    boolean fitsUrl() {
        return !value.contains("..") && value.chars().noneMatch(c -> "/\\?#".indexOf(c) >= 0);
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "Credential[" + key + "]";
    }
}
