/**
 * The credentials of sandboxes: the secrets of the configured providers, and which sandbox has placeholders of which.
 * Start at {@link io.sallyport.gateway.credentials.SandboxCredentials}.
 */
@NullMarked
package io.sallyport.gateway.credentials;

import org.jspecify.annotations.NullMarked;
