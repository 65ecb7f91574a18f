/** What the control API shows of single sandboxes beside their documents in force. */
@NullMarked
package io.sallyport.admin.sandbox;

import org.jspecify.annotations.NullMarked;
