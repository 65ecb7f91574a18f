@NullMarked
package io.sallyport.cli.command;

import org.jspecify.annotations.NullMarked;
