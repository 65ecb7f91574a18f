/** The profiles that ship. */
@NullMarked
package io.sallyport.leasebridge.profile;

import org.jspecify.annotations.NullMarked;
