/** What a run of a policy may use and what it comes to, whichever engine runs it. */
@NullMarked
package io.sallyport.regoengine.run;

import org.jspecify.annotations.NullMarked;
