package io.sallyport.leasebridge.provider;

/**
 * A document of another product.
 *
 * @param file the name for diagnostics
 * @param text YAML, or JSON
 */
public record CredentialDocument(String file, String text) {}
