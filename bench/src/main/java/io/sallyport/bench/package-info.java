/** JMH: what the per-request path costs. */
@NullMarked
package io.sallyport.bench;

import org.jspecify.annotations.NullMarked;
