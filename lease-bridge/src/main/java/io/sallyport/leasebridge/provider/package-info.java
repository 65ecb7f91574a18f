/**
 * Documents of other products about credentials, read as providers of the configuration and the network policy that
 * grants them. Start at {@link io.sallyport.leasebridge.provider.ProviderImport}.
 */
@NullMarked
package io.sallyport.leasebridge.provider;

import org.jspecify.annotations.NullMarked;
