/** The gateway's metrics as the console reads them. */
@NullMarked
package io.sallyport.console.metrics;

import org.jspecify.annotations.NullMarked;
