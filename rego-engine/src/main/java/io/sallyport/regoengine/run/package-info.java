/** The limits and the result of an evaluation, whichever engine runs it. */
@NullMarked
package io.sallyport.regoengine.run;

import org.jspecify.annotations.NullMarked;
