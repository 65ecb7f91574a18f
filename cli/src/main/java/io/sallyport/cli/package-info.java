/**
 * The command line: each command is one class that parses its flags and calls the code that does the work. Exit codes:
 * 0 ok, 1 the answer is no, 2 unusable input, 3 cannot reach or start something. Start at {@link
 * io.sallyport.cli.Main}.
 */
@NullMarked
package io.sallyport.cli;

import org.jspecify.annotations.NullMarked;
