/** Answers of the control API that are not one call's alone: problems, and what becomes of a change. */
@NullMarked
package io.sallyport.admin.answer;

import org.jspecify.annotations.NullMarked;
