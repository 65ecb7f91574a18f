/** Functions for times, durations and time layouts, with Go's formats. */
@NullMarked
package io.sallyport.regoengine.builtin.time;

import org.jspecify.annotations.NullMarked;
