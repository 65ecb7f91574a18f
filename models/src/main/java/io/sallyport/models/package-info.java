/**
 * The endpoint {@code http://inference.sallyport.internal}: requests of models, judged by policy, sent to
 * the operator's backends with their keys, paid for out of the sandbox's budget. Start at {@link
 * io.sallyport.models.ModelHandler}.
 */
@NullMarked
package io.sallyport.models;

import org.jspecify.annotations.NullMarked;
