package io.sallyport.proxy.credentials;

import java.util.function.Supplier;

/**
 * A key, what it stands for, and where that may go. Immutable; its value changes as its source has it.
 *
 * @param name by which policies grant it; empty for one that needs no grant
 * @param key by which placeholders name it
 * @param shape what stands before the marker in placeholders of our own form, such as {@code ghp_}
 * @param source its value now; never blocks
 * @param binding where it may go, whatever is granted
 * @param use how it is put into requests
 */
public record Credential(
        String name,
        String key,
        String shape,
        Supplier<CredentialValue> source,
        CredentialBinding binding,
        CredentialUse use) {
    /** A credential that needs no grant, of one value for ever. */
    public static Credential of(String key, String value, CredentialBinding binding) {
        CredentialValue known = CredentialValue.Known.of(value);
        return new Credential("", key, "", () -> known, binding, CredentialUse.PLACEHOLDERS);
    }

    CredentialValue value() {
        return source.get();
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "Credential[" + key + "]";
    }
}
