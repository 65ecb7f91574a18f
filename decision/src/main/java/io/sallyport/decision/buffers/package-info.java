/** How many bytes sandboxes leave unread in the gateway, and what follows from that. Safe for concurrent use. */
@NullMarked
package io.sallyport.decision.buffers;

import org.jspecify.annotations.NullMarked;
