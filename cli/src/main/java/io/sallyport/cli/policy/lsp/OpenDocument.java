package io.sallyport.cli.policy.lsp;

import java.nio.file.Path;

/**
 * A document as the client has it, saved or not. Immutable.
 *
 * @param uri as the client writes it
 * @param path of the file that it is, or will be
 * @param version counts its changes, by the client
 */
record OpenDocument(String uri, Path path, int version, DocumentText text) {
    boolean isRego() {
        return path.toString().endsWith(".rego");
    }
}
