@NullMarked
package io.sallyport.gateway.cli.fetch;

import org.jspecify.annotations.NullMarked;
