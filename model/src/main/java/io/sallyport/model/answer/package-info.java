/** What became of a question: the ruling and its grounds, and the answers that are written from them. */
@NullMarked
package io.sallyport.model.answer;

import org.jspecify.annotations.NullMarked;
