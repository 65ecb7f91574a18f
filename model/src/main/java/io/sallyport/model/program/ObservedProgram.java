package io.sallyport.model.program;

import io.sallyport.model.Sha256;

/**
 * The program that a connection came from, as the kernel said when the connection arrived. Evidence, not a boundary: an
 * interpreter runs what it is given.
 *
 * @param path of its executable, absolute; the sandbox chose it, so it may hold any character
 * @param sha256 of the executable's content
 */
public record ObservedProgram(String path, Sha256 sha256) {}
