package io.sallyport.regoengine.wasm;

import io.sallyport.regoengine.compiler.OpaTool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Modules for tests: those built by real {@code opa build -t wasm}, and some that must not be run. */
final class WasmModules {
    private static final int TAR_BLOCK = 512;
    private static final String[] EXPORTS = {
        "eval",
        "opa_eval",
        "opa_eval_ctx_get_result",
        "opa_eval_ctx_new",
        "opa_eval_ctx_set_data",
        "opa_eval_ctx_set_entrypoint",
        "opa_eval_ctx_set_input",
        "opa_value_add_path",
        "opa_malloc",
        "opa_free",
        "opa_value_parse",
        "opa_value_dump",
        "opa_heap_ptr_get",
        "opa_heap_ptr_set",
        "entrypoints",
        "builtins"
    };

    private WasmModules() {}

    /** Returns the module that OPA builds from {@code rego}. */
    static byte[] of(Path folder, String rego, String... entrypoints) throws Exception {
        Path file = Files.writeString(folder.resolve("p.rego"), rego);
        Path bundle = folder.resolve("bundle.tar.gz");
        var command = new ArrayList<>(List.of(OpaTool.program(), "build", "-t", "wasm", "-o", bundle.toString()));
        for (String entrypoint : entrypoints) {
            command.addAll(List.of("-e", entrypoint));
        }
        command.add(file.toString());
        OpaTool.run(folder, command);
        return fromTar(Files.readAllBytes(bundle), "/policy.wasm");
    }

    /** Returns a module of OPA that declares {@code pages} pages of memory, less than 128. */
    static byte[] asking(byte[] module, int pages) {
        String text = new String(module, StandardCharsets.ISO_8859_1);
        int limits = text.indexOf("\3env\6memory\2") + "\3env\6memory\2".length();
        byte[] asking = module.clone();
        asking[limits + 1] = (byte) pages;
        return asking;
    }

    private static byte[] fromTar(byte[] tarGz, String name) throws IOException {
        try (InputStream tar = new GZIPInputStream(new ByteArrayInputStream(tarGz))) {
            while (true) {
                byte[] header = tar.readNBytes(TAR_BLOCK);
                String text = new String(header, StandardCharsets.ISO_8859_1);
                int size = Integer.parseInt(text.substring(124, 135).strip(), 8);
                byte[] content = tar.readNBytes(Math.ceilDiv(size, TAR_BLOCK) * TAR_BLOCK);
                if (text.startsWith(name + "\0")) {
                    return Arrays.copyOf(content, size);
                }
            }
        }
    }

    /**
     * Returns a module with all exports of OPA's modules; each is the same function without operands, with {@code
     * code}.
     */
    static byte[] handMade(int... code) {
        return handMade("env", "memory", 1, false, code);
    }

    /** Returns the same module, which calls that function on instantiation. */
    static byte[] started(int... code) {
        return handMade("env", "memory", 1, true, code);
    }

    /** Returns the same module with another memory import. */
    static byte[] handMade(String module, String memory, int pages, boolean starts, int... code) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0});
        section(out, 1, 1, 0x60, 0, 0);
        var imported = new ByteArrayOutputStream();
        imported.write(1);
        name(imported, module);
        name(imported, memory);
        imported.write(2);
        imported.write(0);
        leb(imported, pages);
        section(out, 2, imported);
        section(out, 3, 1, 0);
        var exported = new ByteArrayOutputStream();
        exported.write(EXPORTS.length);
        for (String export : EXPORTS) {
            name(exported, export);
            exported.write(0);
            exported.write(0);
        }
        section(out, 7, exported);
        if (starts) {
            section(out, 8, 0);
        }
        var body = new ByteArrayOutputStream();
        body.write(1);
        leb(body, code.length + 2);
        body.write(0);
        for (int op : code) {
            body.write(op);
        }
        body.write(0x0b);
        section(out, 10, body);
        return out.toByteArray();
    }

    private static void section(ByteArrayOutputStream out, int id, int... content) {
        var bytes = new ByteArrayOutputStream();
        for (int b : content) {
            bytes.write(b);
        }
        section(out, id, bytes);
    }

    private static void section(ByteArrayOutputStream out, int id, ByteArrayOutputStream content) {
        out.write(id);
        leb(out, content.size());
        out.writeBytes(content.toByteArray());
    }

    private static void name(ByteArrayOutputStream out, String text) {
        out.write(text.length());
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void leb(ByteArrayOutputStream out, int value) {
        int rest = value;
        while (rest > 0x7f) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
