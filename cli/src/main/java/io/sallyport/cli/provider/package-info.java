/** Commands about providers of credentials. Start at {@link io.sallyport.cli.provider.ProviderCommand}. */
@NullMarked
package io.sallyport.cli.provider;

import org.jspecify.annotations.NullMarked;
