/** What a machine and a configuration are good for, as {@code doctor} prints it. */
@NullMarked
package io.sallyport.cli.doctor;

import org.jspecify.annotations.NullMarked;
