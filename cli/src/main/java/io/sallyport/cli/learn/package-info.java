/** Learning runs, and documents made of traffic. Start at {@link io.sallyport.cli.learn.LearnedFiles}. */
@NullMarked
package io.sallyport.cli.learn;

import org.jspecify.annotations.NullMarked;
