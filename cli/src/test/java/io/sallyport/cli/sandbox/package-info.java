@NullMarked
package io.sallyport.cli.sandbox;

import org.jspecify.annotations.NullMarked;
