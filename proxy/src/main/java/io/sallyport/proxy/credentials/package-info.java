/**
 * Placeholders of credentials: where they may stand, what they are bound to, and what is done about those that stand
 * elsewhere. Whose keys there are is behind {@link io.sallyport.proxy.credentials.Keyring}. Start at {@link
 * io.sallyport.proxy.credentials.CredentialRule}.
 */
@NullMarked
package io.sallyport.proxy.credentials;

import org.jspecify.annotations.NullMarked;
