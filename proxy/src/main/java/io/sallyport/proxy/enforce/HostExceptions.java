package io.sallyport.proxy.enforce;

import io.sallyport.model.HostList;

/**
 * What the operator says of tunnels.
 *
 * @param intercepts whether this gateway can look into tunnels
 * @param withoutServerName hosts whose clients may leave the server name out of their hello
 * @param withEncryptedHello hosts to which a tunnel that nobody looks into may carry an encrypted hello (ECH): the name
 *     inside it cannot be checked
 */
public record TunnelRules(boolean intercepts, HostList withoutServerName, HostList withEncryptedHello) {
    /** No exceptions. */
    public static TunnelRules strict(boolean intercepts) {
        return new TunnelRules(intercepts, HostList.NONE, HostList.NONE);
    }
}
