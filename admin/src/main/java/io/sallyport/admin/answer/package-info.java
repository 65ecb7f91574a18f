/** Answers that several calls of the control API share: problems and results of changes. */
@NullMarked
package io.sallyport.admin.answer;

import org.jspecify.annotations.NullMarked;
