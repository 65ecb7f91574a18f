/** What commands share: exit codes, how a failure is told, the flags for documents and for a running gateway. */
@NullMarked
package io.sallyport.cli.command;

import org.jspecify.annotations.NullMarked;
