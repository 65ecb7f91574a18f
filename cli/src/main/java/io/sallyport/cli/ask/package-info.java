/** Requests that wait for a person, at the command line. */
@NullMarked
package io.sallyport.cli.ask;

import org.jspecify.annotations.NullMarked;
