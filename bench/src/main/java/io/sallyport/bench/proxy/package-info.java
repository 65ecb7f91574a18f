/** Compares the proxy with others: load, processor time and memory, in one run. */
@NullMarked
package io.sallyport.bench.proxy;

import org.jspecify.annotations.NullMarked;
