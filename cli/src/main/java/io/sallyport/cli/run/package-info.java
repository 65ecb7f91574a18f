/** {@code sallyport run}: one command behind a gateway of its own. Start at {@link io.sallyport.cli.run.CommandRun}. */
@NullMarked
package io.sallyport.cli.run;

import org.jspecify.annotations.NullMarked;
