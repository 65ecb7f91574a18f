package io.sallyport.policycompiler.bundle;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sallyport.model.text.Parsed;
import io.sallyport.regoengine.builtin.jwt.JwsSigner;
import io.sallyport.regoengine.value.EntryObject;
import io.sallyport.regoengine.value.RegoArray;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Signs bundles as {@code opa sign} does (OPA 1.22, "Signing"): a JWT that lists every file with its hash. Immutable.
 *
 * @param scope what the signature is for; empty for none
 */
public record BundleSigner(JwsSigner key, String scope) {
    private static final String ALGORITHM = "SHA-256";

    /**
     * Creates a signer. A refusal is safe to show: it reveals nothing about the key.
     *
     * @param algorithm such as {@code RS256}, {@code PS384}, {@code ES256}, {@code HS512} (RFC 7518, section 3.1)
     * @param key PEM of a private key; for HMAC the secret itself
     */
    public static Parsed<BundleSigner> of(String algorithm, String key, String scope) {
        return switch (JwsSigner.parse(algorithm, key)) {
            case JwsSigner.Parsed.Accepted(var signer) -> new Parsed.Accepted<>(new BundleSigner(signer, scope));
            case JwsSigner.Parsed.Rejected(var why) ->
                new Parsed.Rejected<>("no key of " + algorithm + ": " + why
                        + " (expected: PEM of a private key for RS, PS or ES 256 to 512, a secret for HS)");
        };
    }

    /** Returns the archive with a signature in place of any that it has. */
    public Parsed<byte[]> archive(byte[] archive) {
        try {
            SortedMap<String, byte[]> files = Archive.unpack(archive, BundleLimits.DEFAULTS);
            files.put(Signatures.FILE, signatures(files));
            return new Parsed.Accepted<>(Archive.pack(files));
        } catch (MalformedBundle e) {
            return rejected(e);
        }
    }

    /** Returns the content of {@code .signatures.json} for the files of an archive. */
    public Parsed<byte[]> fileFor(byte[] archive) {
        try {
            return new Parsed.Accepted<>(signatures(Archive.unpack(archive, BundleLimits.DEFAULTS)));
        } catch (MalformedBundle e) {
            return rejected(e);
        }
    }

    /** Returns the content of {@code .signatures.json} for files, by slash path below the bundle's folder. */
    public Parsed<byte[]> fileFor(SortedMap<String, byte[]> files) {
        try {
            return new Parsed.Accepted<>(signatures(files));
        } catch (MalformedBundle e) {
            return rejected(e);
        }
    }

    private static Parsed<byte[]> rejected(MalformedBundle e) {
        return new Parsed.Rejected<>(e.file().isEmpty() ? e.why() : e.file() + ": " + e.why());
    }

    private byte[] signatures(SortedMap<String, byte[]> files) throws MalformedBundle {
        List<RegoValue> listed = new ArrayList<>();
        for (var file : files.entrySet()) {
            if (!file.getKey().equals(Signatures.FILE)) {
                listed.add(listed(file.getKey(), file.getValue()));
            }
        }
        EntryObject payload = RegoObject.growing().put("files", RegoArray.of(listed));
        if (!scope.isEmpty()) {
            payload.put("scope", RegoString.of(scope));
        }
        RegoString token = RegoString.of(key.sign(RegoJson.write(payload.sealed())));
        RegoObject signatures =
                RegoObject.growing().put("signatures", RegoArray.of(token)).sealed();
        return RegoJson.write(signatures).getBytes(UTF_8);
    }

    private static RegoObject listed(String name, byte[] content) throws MalformedBundle {
        return RegoObject.growing()
                .put("name", RegoString.of(name))
                .put("hash", RegoString.of(FileHash.hex(ALGORITHM, name, content, BundleLimits.DEFAULTS)))
                .put("algorithm", RegoString.of(ALGORITHM))
                .sealed();
    }
}
