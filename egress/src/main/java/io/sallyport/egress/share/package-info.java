/** What sandboxes share, each up to its own part of it. */
@NullMarked
package io.sallyport.egress.share;

import org.jspecify.annotations.NullMarked;
