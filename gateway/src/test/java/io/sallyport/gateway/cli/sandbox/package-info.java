@NullMarked
package io.sallyport.gateway.cli.sandbox;

import org.jspecify.annotations.NullMarked;
