/**
 * TLS towards targets: which roots are trusted, whether a certificate is the target's, and one client context for all. It
 * fails closed: what a provider of TLS leaves unchecked is checked here. Start at
 * {@link io.sallyport.egress.tls.TargetTls}.
 */
@NullMarked
package io.sallyport.egress.tls;

import org.jspecify.annotations.NullMarked;
