/**
 * Lists that a server of MCP answers with, less what the policies refuse. Start with {@link
 * io.sallyport.decision.listing.ListFilter}.
 */
@NullMarked
package io.sallyport.decision.listing;

import org.jspecify.annotations.NullMarked;
