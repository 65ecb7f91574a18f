@NullMarked
package io.sallyport.cli.apiserver;

import org.jspecify.annotations.NullMarked;
