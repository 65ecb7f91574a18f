/**
 * The command line: each command is one class that reads its flags and calls what does the work. Exit codes everywhere:
 * 0 ok, 1 the answer is no, 2 unusable input, 3 cannot reach or start something. Start at
 * {@link io.sallyport.cli.Main}.
 */
@NullMarked
package io.sallyport.cli;

import org.jspecify.annotations.NullMarked;
