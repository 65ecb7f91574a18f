/** Summaries in Markdown of what was asked for, for the pages of CI. */
@NullMarked
package io.sallyport.cli.summary;

import org.jspecify.annotations.NullMarked;
