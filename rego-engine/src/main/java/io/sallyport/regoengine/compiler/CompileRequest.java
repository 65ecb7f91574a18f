package io.sallyport.regoengine.compiler;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A closed world of Rego files and what is to be asked of it. Immutable; equal requests have equal digests.
 *
 * @param files file name, as positions show it, to text
 * @param v0 the files that are written in Rego version 0; the others are in version 1
 * @param entrypoints slash paths below {@code data}, {@code sallyport/decision} for example; each becomes a plan of that
 *     name; the empty one is {@code data} itself
 * @param skipMissing leaves entrypoints out that nothing defines; else such a one refuses the request
 * @param strict OPA's strict checks: unused variables and imports, shadowed {@code input}, deprecated builtins
 * @param without builtins that are not there, beside {@code http.send}, {@code net.lookup_ip_addr}, {@code opa.runtime}
 *     and {@code rego.parse_module}, which never are
 * @param builtins functions that the host has beside OPA's: name to what each takes and answers, as in OPA's capabilities,
 *     {@code {"type": "function", "args": [{"type": "string"}], "result": {"type": "null"}}}
 * @param kind what is asked
 */
public record CompileRequest(
        SortedMap<String, String> files,
        SortedSet<String> v0,
        List<String> entrypoints,
        boolean skipMissing,
        boolean strict,
        SortedSet<String> without,
        SortedMap<String, String> builtins,
        Kind kind) {

    /** What is asked of the files. */
    public enum Kind {
        /** A plan of the entrypoints. */
        PLAN,
        /** A module of WebAssembly ({@code policy.wasm}) that answers the entrypoints; no plan. */
        MODULE,
        /** A plan whose entrypoints are the tests in the files; {@code print} is kept. */
        TESTS,
        /** The files as OPA formats them; no plan. */
        FORMAT,
        /** The same, so that they mean the same as Rego version 0 and 1; no plan. */
        UPGRADE,
        /** What the entrypoints depend on; no plan. */
        DEPENDENCIES
    }

    public CompileRequest {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
        v0 = Collections.unmodifiableSortedSet(new TreeSet<>(v0));
        entrypoints = List.copyOf(entrypoints);
        without = Collections.unmodifiableSortedSet(new TreeSet<>(without));
        builtins = Collections.unmodifiableSortedMap(new TreeMap<>(builtins));
    }

    /** Strict, all builtins that there are, every entrypoint must exist. */
    public static CompileRequest of(Map<String, String> files, List<String> entrypoints) {
        return new CompileRequest(
                new TreeMap<>(files),
                new TreeSet<>(),
                entrypoints,
                false,
                true,
                new TreeSet<>(),
                new TreeMap<>(),
                Kind.PLAN);
    }

    /** The same with {@code names} among the files that are in Rego version 0. */
    public CompileRequest inVersion0(Set<String> names) {
        return new CompileRequest(
                files, new TreeSet<>(names), entrypoints, skipMissing, strict, without, builtins, kind);
    }

    public CompileRequest skippingMissing() {
        return new CompileRequest(files, v0, entrypoints, true, strict, without, builtins, kind);
    }

    public CompileRequest notStrict() {
        return new CompileRequest(files, v0, entrypoints, skipMissing, false, without, builtins, kind);
    }

    public CompileRequest without(Set<String> names) {
        return new CompileRequest(files, v0, entrypoints, skipMissing, strict, new TreeSet<>(names), builtins, kind);
    }

    public CompileRequest with(Map<String, String> declared) {
        return new CompileRequest(files, v0, entrypoints, skipMissing, strict, without, new TreeMap<>(declared), kind);
    }

    public CompileRequest asking(Kind other) {
        return new CompileRequest(files, v0, entrypoints, skipMissing, strict, without, builtins, other);
    }

    /** SHA-256 over all that decides the answer, in hexadecimal. */
    public String digest() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(RequestJson.write(this)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
