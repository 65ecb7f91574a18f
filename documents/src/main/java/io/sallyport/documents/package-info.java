/**
 * Reads documents from outside into one kind of tree with places. {@link io.sallyport.documents.JsonReader} and {@link
 * io.sallyport.documents.YamlReader} build the tree, {@link io.sallyport.documents.Shape} checks its shape, and {@link
 * io.sallyport.documents.Findings} collects the problems. All documents are read equally strictly: names and keys are
 * unique, text is Unicode, and depth, size and numbers are bounded.
 */
@NullMarked
package io.sallyport.documents;

import org.jspecify.annotations.NullMarked;
