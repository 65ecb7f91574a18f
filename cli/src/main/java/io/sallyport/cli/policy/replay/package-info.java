/** Asks a policy about recorded requests, and reports what it would change. */
@NullMarked
package io.sallyport.cli.policy.replay;

import org.jspecify.annotations.NullMarked;
