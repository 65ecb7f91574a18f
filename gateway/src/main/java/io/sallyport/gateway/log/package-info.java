/** The format of the program's own log. Start at {@link io.sallyport.gateway.log.JsonLogs}. */
@NullMarked
package io.sallyport.gateway.log;

import org.jspecify.annotations.NullMarked;
