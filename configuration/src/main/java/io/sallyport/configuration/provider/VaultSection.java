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
    private final Keys keys;
    private final Key<String> address;
    private final Key<Cidr> addresses;
    private final Key<String> mount;
    private final Key<String> secretPath;
    private final Key<String> member;
    private final Key<String> namespace;
    private final SourceKeys token;

    /** @param path of the section */
    VaultSection(String path) {
        keys = new Keys(path);
        address = keys.optional(
                "address",
                Form.STRING,
                "none: it has to be set",
                "The URL of Vault or OpenBao, such as `https://vault.example:8200`.");
        addresses = SourceKeys.addresses(keys);
        mount = keys.value("mount", Form.STRING, "secret", "Where the KV engine, version 2, is mounted.");
        secretPath = keys.optional(
                "path", Form.STRING, "none: it has to be set", "The path of the secret, without `data/`.");
        member = keys.value("key", Form.STRING, "value", "The member of the secret's data.");
        namespace = keys.optional("namespace", Form.STRING, "none", "The namespace of Vault Enterprise or OpenBao.");
        token = new SourceKeys(path + ".token", new SecretForm.Text(), "the token for Vault");
    }

    List<Keys> keys() {
        return List.of(keys, token.keys());
    }

    /** Reads a secret in one line. */
    SecretSource read(Section section, Path folder) throws ConfigException {
        return read(section, folder, SecretForm.Members.of(section.read(member)));
    }

    /** Reads a secret of several lines, such as a key in PEM. */
    SecretSource readLines(Section section, Path folder) throws ConfigException {
        return read(section, folder, SecretForm.Members.ofLines(section.read(member)));
    }

    private SecretSource read(Section section, Path folder, SecretForm.Members form) throws ConfigException {
        @Nullable String at = section.find(address);
        List<String> blocks = SourceKeys.addresses(section, addresses);
        String engine = section.read(mount);
        @Nullable String path = section.find(secretPath);
        @Nullable String space = section.find(namespace);
        SecretSource asking = token.readAll(section.section("token"), folder);
        section.end();
        if (at == null || path == null) {
            throw section.error("address, path and token are needed");
        }
        return SourceKeys.accepted(VaultKv.of(at, blocks, engine, path, asking, space, form), section);
    }
}
