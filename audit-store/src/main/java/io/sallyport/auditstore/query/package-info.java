/** What can be asked of the audit store, and its answers. */
@NullMarked
package io.sallyport.auditstore.query;

import org.jspecify.annotations.NullMarked;
