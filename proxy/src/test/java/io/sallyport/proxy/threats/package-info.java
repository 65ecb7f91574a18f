/** The attacks in {@code docs/threats.md}, line by line: a class per letter, a method per line. */
@NullMarked
package io.sallyport.proxy.threats;

import org.jspecify.annotations.NullMarked;
