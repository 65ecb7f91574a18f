/** GraphQL: parses queries and schemas, and validates queries against schemas. */
@NullMarked
package io.sallyport.regoengine.builtin.graphql;

import org.jspecify.annotations.NullMarked;
