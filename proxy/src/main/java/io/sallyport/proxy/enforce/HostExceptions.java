package io.sallyport.proxy.enforce;

import io.sallyport.model.host.HostList;

/**
 * Hosts for which the operator lifts a rule. Immutable.
 *
 * @param withoutServerName hosts whose clients may leave the server name out of their hello
 * @param withEncryptedHello hosts to which a tunnel that nobody looks into may carry an encrypted hello (ECH): the name
 *     inside it cannot be checked
 * @param decodedSlash hosts at which a {@code %2F} in a path is a slash, for policy and target alike
 */
public record HostExceptions(HostList withoutServerName, HostList withEncryptedHello, HostList decodedSlash) {
    /** For no host. */
    public static final HostExceptions NONE = new HostExceptions(HostList.NONE, HostList.NONE, HostList.NONE);
}
