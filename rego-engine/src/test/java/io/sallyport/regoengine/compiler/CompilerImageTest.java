package io.sallyport.regoengine.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.runtime.ByteArrayMemory;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.MemoryLimits;
import io.sallyport.regoengine.compiler.opa.OpaMachine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the build keeps of an initialised compiler is what an initialisation makes. */
class CompilerImageTest {
    private static final Path META = Path.of("target/Opa.meta");

    @Test
    void theShippedImageIsWhatAnInitialisationMakes(@TempDir Path folder) throws IOException {
        byte[] shipped = read(OpaInstance.IMAGE);
        CompilerImageBuilder.main(META.toString(), folder.toString());
        assertThat(folder.resolve(OpaInstance.IMAGE)).hasBinaryContent(shipped);
    }

    @Test
    void aRestoredInstanceHasItsMemoryAndGlobals() throws IOException {
        byte[] shipped = read(OpaInstance.IMAGE);
        var again = new ByteArrayOutputStream();
        try (var image = new CompilerImage(new ByteArrayInputStream(shipped))) {
            Instance restored = shippedInstance(image.pages());
            image.restore(restored);
            CompilerImage.write(restored, image.nanos(), new DataOutputStream(again));
        }
        assertThat(again.toByteArray()).isEqualTo(shipped);
    }

    @Test
    void anImageOfAnotherModuleOrACutOneIsRefused() throws IOException {
        byte[] shipped = read(OpaInstance.IMAGE);
        byte[] other = shipped.clone();
        ByteBuffer.wrap(other).putInt(Long.BYTES + Integer.BYTES, 3);
        byte[] cut = ByteBuffer.allocate(9000).put(shipped, 0, 9000).array();
        for (byte[] wrong : List.of(other, cut)) {
            var image = new CompilerImage(new ByteArrayInputStream(wrong));
            Instance instance = shippedInstance(image.pages());
            assertThatThrownBy(() -> image.restore(instance)).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aFunctionThatOnlyInitialisesTrapsAndOthersStay() {
        byte[] module = {
            0,
            'a',
            's',
            'm',
            1,
            0,
            0,
            0, // head
            1,
            5,
            1,
            0x60,
            0,
            1,
            0x7f, // one type: nothing to a number
            3,
            3,
            2,
            0,
            0, // two functions of it
            5,
            3,
            1,
            0,
            1, // a memory of a page
            7,
            9,
            2,
            1,
            'a',
            0,
            0,
            1,
            'b',
            0,
            1, // exported as a and b
            10,
            11,
            2,
            4,
            0,
            0x41,
            7,
            0x0b,
            4,
            0,
            0x41,
            9,
            0x0b, // which return 7 and 9
            11,
            7,
            1,
            0,
            0x41,
            0,
            0x0b,
            1,
            'x' // and data
        };
        assertThat(Instance.builder(Parser.parse(module)).build().memory().read(0))
                .isEqualTo((byte) 'x');
        Instance slim = Instance.builder(Parser.parse(WasmSections.withoutDataAnd(Set.of(1), module)))
                .build();
        assertThat(slim.memory().read(0)).isZero();
        assertThat(slim.export("a").apply()).containsExactly(7);
        assertThatThrownBy(() -> slim.export("b").apply()).isInstanceOf(TrapException.class);
    }

    private static byte[] read(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(OpaMachine.class.getResourceAsStream(resource))) {
            return in.readAllBytes();
        }
    }

    private static Instance shippedInstance(int pages) throws IOException {
        WasmModule module = Parser.parse(read(OpaInstance.MODULE));
        return Instance.builder(module)
                .withImportValues(new SealedHost().importsOf(module))
                .withMachineFactory(OpaMachine::new)
                .withMemoryFactory(ByteArrayMemory::new)
                .withMemoryLimits(new MemoryLimits(pages, Memory.RUNTIME_MAX_PAGES))
                .withStart(false)
                .build();
    }
}
