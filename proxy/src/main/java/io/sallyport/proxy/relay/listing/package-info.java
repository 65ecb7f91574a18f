/**
 * Answers of which the policies remove entries: held until they are read, one message at a time. Start with {@link
 * io.sallyport.proxy.relay.listing.AnswerFilter}.
 */
@NullMarked
package io.sallyport.proxy.relay.listing;

import org.jspecify.annotations.NullMarked;
