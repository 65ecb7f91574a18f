@NullMarked
package io.sallyport.cli.provider;

import org.jspecify.annotations.NullMarked;
