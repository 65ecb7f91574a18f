/** JSON Web Tokens: decoded, verified and signed, with the keys that do so. */
@NullMarked
package io.sallyport.regoengine.builtin.jwt;

import org.jspecify.annotations.NullMarked;
