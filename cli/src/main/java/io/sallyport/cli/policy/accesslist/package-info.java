/** The command that imports access lists. Start at {@link io.sallyport.cli.policy.accesslist.PolicyImport}. */
@NullMarked
package io.sallyport.cli.policy.accesslist;

import org.jspecify.annotations.NullMarked;
