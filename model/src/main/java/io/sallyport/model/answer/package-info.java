/** Results of questions: the ruling, its grounds, and the answers written from them. */
@NullMarked
package io.sallyport.model.answer;

import org.jspecify.annotations.NullMarked;
