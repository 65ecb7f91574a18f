/** What a policy would have decided about recorded requests. */
@NullMarked
package io.sallyport.control.replay;

import org.jspecify.annotations.NullMarked;
