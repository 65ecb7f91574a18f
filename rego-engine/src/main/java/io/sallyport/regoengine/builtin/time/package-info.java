/** Moments, durations and layouts of time as Go reads and writes them. */
@NullMarked
package io.sallyport.regoengine.builtin.time;

import org.jspecify.annotations.NullMarked;
