/** The forms that a record of the log takes for others, and the way back to the sealed line. */
@NullMarked
package io.sallyport.auditexport.form;

import org.jspecify.annotations.NullMarked;
