@NullMarked
package io.sallyport.cli.summary;

import org.jspecify.annotations.NullMarked;
