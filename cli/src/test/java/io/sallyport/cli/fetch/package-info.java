@NullMarked
package io.sallyport.cli.fetch;

import org.jspecify.annotations.NullMarked;
