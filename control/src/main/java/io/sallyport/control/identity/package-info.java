/** Identity tokens of runners: whose signature counts, and what of a verified token is kept. */
@NullMarked
package io.sallyport.control.identity;

import org.jspecify.annotations.NullMarked;
