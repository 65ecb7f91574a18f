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
import org.jspecify.annotations.Nullable;

/**
 * A self-contained set of Rego files and what to compute from it. Immutable; equal requests have equal digests.
 *
 * @param files file name, as shown in positions, to text
 * @param v0 the files in Rego version 0; the others are in version 1
 * @param entrypoints slash paths below {@code data}, such as {@code sallyport/decision}; each becomes a plan of that
 *     name; the empty path is {@code data} itself
 * @param skipMissing omits entrypoints that nothing defines; otherwise such an entrypoint refuses the request
 * @param strict OPA's strict checks: unused variables and imports, shadowed {@code input}, deprecated builtins
 * @param without builtins that are unavailable, in addition to {@code http.send}, {@code net.lookup_ip_addr}, {@code
 *     opa.runtime} and {@code rego.parse_module}, which always are
 * @param builtins functions of the host in addition to OPA's: name to signature, as in OPA's capabilities, {@code
 *     {"type": "function", "args": [{"type": "string"}], "result": {"type": "null"}}}
 * @param kind what to compute
 * @param query what {@code QUERY} asks, or null
 * @param schemas JSON Schemas by slash path, which annotations name as {@code schema.PATH}; {@code lists} describes
 *     {@code data.lists} in all packages, {@code lists/teams} one list
 * @param checks what is checked in addition to what OPA checks, or null for nothing
 */
public record CompileRequest(
        SortedMap<String, String> files,
        SortedSet<String> v0,
        List<String> entrypoints,
        boolean skipMissing,
        boolean strict,
        SortedSet<String> without,
        SortedMap<String, String> builtins,
        Kind kind,
        @Nullable AdHocQuery query,
        SortedMap<String, String> schemas,
        @Nullable PolicyChecks checks) {

    /** What to compute from the files. */
    public enum Kind {
        /** A plan of the entrypoints. */
        PLAN,
        /** A WebAssembly module ({@code policy.wasm}) with the entrypoints; no plan. */
        MODULE,
        /** A plan whose entrypoints are the tests in the files; keeps {@code print}. */
        TESTS,
        /** The files as formatted by OPA; no plan. */
        FORMAT,
        /** The files formatted so that they mean the same in Rego version 0 and 1; no plan. */
        UPGRADE,
        /** The dependencies of the entrypoints; no plan. */
        DEPENDENCIES,
        /** A plan of one query, named {@code query}; keeps {@code print}. */
        QUERY
    }

    /**
     * A query to evaluate once, as {@code opa eval} takes it.
     *
     * @param text one or more expressions
     * @param packagePath in which its names are resolved, such as {@code repl}; empty for the top
     */
    public record AdHocQuery(String text, String packagePath) {
        /** The name of its entrypoint, and its file name in positions. */
        public static final String NAME = "query";
    }

    public CompileRequest {
        files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
        v0 = Collections.unmodifiableSortedSet(new TreeSet<>(v0));
        entrypoints = List.copyOf(entrypoints);
        without = Collections.unmodifiableSortedSet(new TreeSet<>(without));
        builtins = Collections.unmodifiableSortedMap(new TreeMap<>(builtins));
        schemas = Collections.unmodifiableSortedMap(new TreeMap<>(schemas));
    }

    /** Creates a strict request with all available builtins, in which every entrypoint must exist. */
    public static CompileRequest of(Map<String, String> files, List<String> entrypoints) {
        return new CompileRequest(
                new TreeMap<>(files),
                new TreeSet<>(),
                entrypoints,
                false,
                true,
                new TreeSet<>(),
                new TreeMap<>(),
                Kind.PLAN,
                null,
                new TreeMap<>(),
                null);
    }

    /** Returns a copy in which {@code names} are in Rego version 0. */
    public CompileRequest inVersion0(Set<String> names) {
        return new CompileRequest(
                files,
                new TreeSet<>(names),
                entrypoints,
                skipMissing,
                strict,
                without,
                builtins,
                kind,
                query,
                schemas,
                checks);
    }

    public CompileRequest skippingMissing() {
        return new CompileRequest(
                files, v0, entrypoints, true, strict, without, builtins, kind, query, schemas, checks);
    }

    public CompileRequest notStrict() {
        return new CompileRequest(
                files, v0, entrypoints, skipMissing, false, without, builtins, kind, query, schemas, checks);
    }

    public CompileRequest without(Set<String> names) {
        return new CompileRequest(
                files,
                v0,
                entrypoints,
                skipMissing,
                strict,
                new TreeSet<>(names),
                builtins,
                kind,
                query,
                schemas,
                checks);
    }

    public CompileRequest with(Map<String, String> declared) {
        return new CompileRequest(
                files,
                v0,
                entrypoints,
                skipMissing,
                strict,
                without,
                new TreeMap<>(declared),
                kind,
                query,
                schemas,
                checks);
    }

    public CompileRequest asking(Kind other) {
        return new CompileRequest(
                files, v0, entrypoints, skipMissing, strict, without, builtins, other, query, schemas, checks);
    }

    /** Returns a copy that asks {@code other} over the files. */
    public CompileRequest asking(AdHocQuery other) {
        return new CompileRequest(
                files, v0, entrypoints, skipMissing, strict, without, builtins, Kind.QUERY, other, schemas, checks);
    }

    /** Returns a copy of which the answer also holds what {@code other} finds. */
    public CompileRequest checking(PolicyChecks other) {
        return new CompileRequest(
                files, v0, entrypoints, skipMissing, strict, without, builtins, kind, query, schemas, other);
    }

    /** Returns a copy whose data are described by {@code other}. */
    public CompileRequest describedBy(Map<String, String> other) {
        return new CompileRequest(
                files,
                v0,
                entrypoints,
                skipMissing,
                strict,
                without,
                builtins,
                kind,
                query,
                new TreeMap<>(other),
                checks);
    }

    /** Returns the SHA-256 of everything that determines the answer, in hexadecimal. */
    public String digest() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(RequestJson.write(this)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
