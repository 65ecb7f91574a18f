/** Tests of the import of access lists. */
@NullMarked
package io.sallyport.cli.policy.accesslist;

import org.jspecify.annotations.NullMarked;
