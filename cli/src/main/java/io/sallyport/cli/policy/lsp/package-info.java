/** The language server of policies: what editors show while Rego and documents are written. */
@NullMarked
package io.sallyport.cli.policy.lsp;

import org.jspecify.annotations.NullMarked;
