/** The files of one log: the open one, and the closed segments before it. */
@NullMarked
package io.sallyport.audit.segment;

import org.jspecify.annotations.NullMarked;
