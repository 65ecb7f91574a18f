/** Who is told of requests that wait for a person. */
@NullMarked
package io.sallyport.gateway.ask;

import org.jspecify.annotations.NullMarked;
