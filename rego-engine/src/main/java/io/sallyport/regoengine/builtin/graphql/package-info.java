/** GraphQL: queries and schemas read, and the ones checked against the others. */
@NullMarked
package io.sallyport.regoengine.builtin.graphql;

import org.jspecify.annotations.NullMarked;
