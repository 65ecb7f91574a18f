/** Sandboxes that several gateways have in force: what one asks of the others, and what it takes in from them. */
@NullMarked
package io.sallyport.control.sharing;

import org.jspecify.annotations.NullMarked;
