package io.sallyport.model.identity;

/**
 * What a verified identity token claims of a sandbox; the token itself is not kept. Immutable.
 *
 * @param issuer the operator's name for the issuer
 * @param expiresAt seconds since 1970; from then on nothing is claimed
 * @param claims JSON text of one object
 */
public record IdentityClaims(String issuer, long expiresAt, String claims) {}
