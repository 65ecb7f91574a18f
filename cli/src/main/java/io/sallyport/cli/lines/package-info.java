/** Commands that answer one line of JSON with one line. */
@NullMarked
package io.sallyport.cli.lines;

import org.jspecify.annotations.NullMarked;
