/** The wiring of one gateway process: its parts, startup and shutdown. */
@NullMarked
package io.sallyport.gateway;

import org.jspecify.annotations.NullMarked;
