/** The requests that wait for a person, as the control API shows them. */
@NullMarked
package io.sallyport.admin.ask;

import org.jspecify.annotations.NullMarked;
