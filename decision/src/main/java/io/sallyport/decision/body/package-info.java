/**
 * What the body of a request says, as values for rules: JSON, forms, parts, and what protocols say in them.
 *
 * <p>A body is read as the target reads it, or it is unreadable: where parsers differ, ours refuses. Nothing here does
 * I/O. Start at {@link io.sallyport.decision.body.BodyForms}.
 */
@NullMarked
package io.sallyport.decision.body;

import org.jspecify.annotations.NullMarked;
