/** What a directory of files is, as one hash: the pin of a skill. Knows no network. */
@NullMarked
package io.sallyport.fetch.tree;

import org.jspecify.annotations.NullMarked;
