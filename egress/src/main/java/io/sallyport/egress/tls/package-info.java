/**
 * TLS to targets: the trusted roots, the verification of certificates, and one client context for all. Fails closed:
 * what a provider of TLS does not check is checked here. Start at {@link io.sallyport.egress.tls.TargetTls}.
 */
@NullMarked
package io.sallyport.egress.tls;

import org.jspecify.annotations.NullMarked;
