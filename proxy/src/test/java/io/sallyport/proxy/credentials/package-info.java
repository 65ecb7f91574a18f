/** Tests of credentials; those of attackers come first. */
@NullMarked
package io.sallyport.proxy.credentials;

import org.jspecify.annotations.NullMarked;
