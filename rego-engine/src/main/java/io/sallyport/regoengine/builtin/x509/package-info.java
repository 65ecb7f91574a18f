/** Certificates, requests for them and their keys, as Go reads and shows them. */
@NullMarked
package io.sallyport.regoengine.builtin.x509;

import org.jspecify.annotations.NullMarked;
