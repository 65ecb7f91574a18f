/** Encodings of bytes as text: base64, hexadecimal digits, digests, identifiers and URL queries. */
@NullMarked
package io.sallyport.regoengine.builtin.encoding;

import org.jspecify.annotations.NullMarked;
