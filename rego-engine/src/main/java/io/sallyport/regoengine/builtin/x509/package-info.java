/** Certificates, certificate requests and keys, parsed and presented like Go. */
@NullMarked
package io.sallyport.regoengine.builtin.x509;

import org.jspecify.annotations.NullMarked;
