/** JSON Web Tokens: decoding, verification and signing, and the keys for them. */
@NullMarked
package io.sallyport.regoengine.builtin.jwt;

import org.jspecify.annotations.NullMarked;
