@NullMarked
package io.sallyport.gateway.cli.command;

import org.jspecify.annotations.NullMarked;
