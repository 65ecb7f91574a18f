/** Commands for skills that are fetched at run time. */
@NullMarked
package io.sallyport.cli.fetch;

import org.jspecify.annotations.NullMarked;
