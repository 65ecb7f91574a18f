/**
 * Documents that come from outside, as one tree with places. {@link io.sallyport.documents.JsonReader} and
 * {@link io.sallyport.documents.YamlReader} make the tree, {@link io.sallyport.documents.Shape} says what may stand where, and
 * {@link io.sallyport.documents.Findings} collects what is wrong. There is one strictness for all of them: names and keys
 * stand once, text is Unicode, and depth, size and numbers are bounded.
 */
@NullMarked
package io.sallyport.documents;

import org.jspecify.annotations.NullMarked;
