/** JSON Schemas of {@code data.lists}, which the flag {@code --schema} names. */
@NullMarked
package io.sallyport.cli.policy.schema;

import org.jspecify.annotations.NullMarked;
