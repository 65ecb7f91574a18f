/** The attacks of {@code docs/threats.md}, line by line: a class for each letter, a method for each line. */
@NullMarked
package io.sallyport.proxy.threats;

import org.jspecify.annotations.NullMarked;
