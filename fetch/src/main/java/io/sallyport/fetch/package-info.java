/**
 * The runtime fetch endpoint: an agent that already runs pulls one more skill, a directory that is pinned by its hash.
 *
 * <p>A request walks one way: {@link io.sallyport.fetch.url} reads its URL once, {@link io.sallyport.fetch.forge} asks
 * the forge for the files, {@link io.sallyport.fetch.tree} says what a directory's hash is, {@link
 * io.sallyport.fetch.scan} reads what came, {@link io.sallyport.fetch.cache} keeps it by its hash and {@link
 * io.sallyport.fetch.landing} hands it to the sandbox. {@link io.sallyport.fetch.FetchServer} is the way in.
 */
@NullMarked
package io.sallyport.fetch;

import org.jspecify.annotations.NullMarked;
