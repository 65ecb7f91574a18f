/** Private keys in PEM, their certificates, what is signed with them; and the seal of stored tokens. */
@NullMarked
package io.sallyport.credentials.key;

import org.jspecify.annotations.NullMarked;
