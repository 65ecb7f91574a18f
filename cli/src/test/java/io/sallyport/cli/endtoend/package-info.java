/** The whole gateway, as {@code serve} starts it, with real clients and real targets around it. */
@NullMarked
package io.sallyport.cli.endtoend;

import org.jspecify.annotations.NullMarked;
