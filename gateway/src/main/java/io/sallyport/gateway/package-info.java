/** The wiring of one gateway process: what it is made of, how it starts and how it ends. */
@NullMarked
package io.sallyport.gateway;

import org.jspecify.annotations.NullMarked;
