/**
 * The audit log as a store that answers questions. It is fed from the log, beside the request path, and can be rebuilt
 * from it at any time: the log is the truth.
 */
@NullMarked
package io.sallyport.auditstore;

import org.jspecify.annotations.NullMarked;
