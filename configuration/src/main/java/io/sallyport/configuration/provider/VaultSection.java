package io.sallyport.configuration.provider;

import io.sallyport.configuration.key.ConfigException;
import io.sallyport.configuration.key.Form;
import io.sallyport.configuration.key.Key;
import io.sallyport.configuration.key.Keys;
import io.sallyport.configuration.key.Section;
import io.sallyport.credentials.SecretForm;
import io.sallyport.credentials.SecretSource;
import io.sallyport.credentials.VaultKv;
import io.sallyport.model.host.Cidr;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code providers.*.secret.vault}: a secret of a KV engine, version 2, of Vault or OpenBao. */
public final class VaultSection {
    private static final String PATH = "providers.*.secret.vault";
    private static final Keys VAULT = new Keys(PATH);
    private static final Key<String> ADDRESS = VAULT.optional(
            "address",
            Form.STRING,
            "none: it has to be set",
            "The URL of Vault or OpenBao, such as `https://vault.example:8200`.");
    private static final Key<Cidr> ADDRESSES = SourceKeys.addresses(VAULT);
    private static final Key<String> MOUNT =
            VAULT.value("mount", Form.STRING, "secret", "Where the KV engine, version 2, is mounted.");
    private static final Key<String> SECRET_PATH =
            VAULT.optional("path", Form.STRING, "none: it has to be set", "The path of the secret, without `data/`.");
    private static final Key<String> MEMBER =
            VAULT.value("key", Form.STRING, "value", "The member of the secret's data.");
    private static final Key<String> NAMESPACE =
            VAULT.optional("namespace", Form.STRING, "none", "The namespace of Vault Enterprise or OpenBao.");
    private static final SourceKeys TOKEN =
            new SourceKeys(PATH + ".token", new SecretForm.Text(), "the token for Vault");

    private VaultSection() {}

    static List<Keys> keys() {
        return List.of(VAULT, TOKEN.keys());
    }

    static SecretSource read(Section section, Path folder) throws ConfigException {
        @Nullable String address = section.find(ADDRESS);
        List<String> addresses = SourceKeys.addresses(section, ADDRESSES);
        String mount = section.read(MOUNT);
        @Nullable String path = section.find(SECRET_PATH);
        SecretForm.Members form = SecretForm.Members.of(section.read(MEMBER));
        @Nullable String namespace = section.find(NAMESPACE);
        SecretSource token = TOKEN.readAll(section.section("token"), folder);
        section.end();
        if (address == null || path == null) {
            throw section.error("address, path and token are needed");
        }
        return SourceKeys.accepted(VaultKv.of(address, addresses, mount, path, token, namespace, form), section);
    }
}
