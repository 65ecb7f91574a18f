@NullMarked
package io.sallyport.cli.learn;

import org.jspecify.annotations.NullMarked;
