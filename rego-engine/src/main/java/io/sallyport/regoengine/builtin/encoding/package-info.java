/** Bytes as text: base64, hexadecimal digits, digests, identifiers and queries of URLs. */
@NullMarked
package io.sallyport.regoengine.builtin.encoding;

import org.jspecify.annotations.NullMarked;
