/**
 * Shared by all commands: exit codes, the reporting of failures, and the flags for documents and for a running gateway.
 */
@NullMarked
package io.sallyport.cli.command;

import org.jspecify.annotations.NullMarked;
