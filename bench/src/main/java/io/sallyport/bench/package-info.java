/** JMH benchmarks of the per-request path. */
@NullMarked
package io.sallyport.bench;

import org.jspecify.annotations.NullMarked;
