@NullMarked
package io.sallyport.gateway.cli.apiserver;

import org.jspecify.annotations.NullMarked;
