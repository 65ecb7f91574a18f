/** Tests of credentials, the attacker's first. */
@NullMarked
package io.sallyport.proxy.credentials;

import org.jspecify.annotations.NullMarked;
