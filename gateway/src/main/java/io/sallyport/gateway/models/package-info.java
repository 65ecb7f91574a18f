/**
 * The endpoint of models of one gateway: behind the proxy, with the secrets of providers. Start at {@link
 * io.sallyport.gateway.models.ModelService}.
 */
@NullMarked
package io.sallyport.gateway.models;

import org.jspecify.annotations.NullMarked;
