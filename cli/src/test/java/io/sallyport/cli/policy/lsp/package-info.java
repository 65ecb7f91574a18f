@NullMarked
package io.sallyport.cli.policy.lsp;

import org.jspecify.annotations.NullMarked;
