/** The profiles that ship. */
@NullMarked
package io.sallyport.cli.policy.profile;

import org.jspecify.annotations.NullMarked;
