package io.sallyport.console.session;

/**
 * What binds the answer of an OpenID provider to the browser that asked (OpenID Connect Core section 3.1.2.1, RFC 7636
 * section 4.1). Immutable.
 *
 * @param state comes back with the answer
 * @param nonce comes back in the identity token
 * @param verifier shown with the code, so that nobody else redeems it
 * @param redirect where the provider sends the browser back to
 */
public record LoginAttempt(String state, String nonce, String verifier, String redirect) {
    /** Without what is secret. */
    @Override
    public String toString() {
        return "LoginAttempt[" + redirect + "]";
    }
}
