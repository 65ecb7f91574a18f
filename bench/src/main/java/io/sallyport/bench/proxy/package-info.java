/** The proxy beside others: load, their processor time and their memory, in one run. */
@NullMarked
package io.sallyport.bench.proxy;

import org.jspecify.annotations.NullMarked;
