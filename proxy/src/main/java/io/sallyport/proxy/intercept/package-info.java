/**
 * The inside of a tunnel's TLS towards the sandbox: certificate authorities of sandboxes, leaves signed by them, and
 * the server side of the handshake.
 *
 * <p>Everything is bound to the CA of one sandbox: leaves, contexts, session tickets. Keys are made and certificates
 * signed off the event loops. Start at {@link io.sallyport.proxy.intercept.ServerTls}.
 */
@NullMarked
package io.sallyport.proxy.intercept;

import org.jspecify.annotations.NullMarked;
