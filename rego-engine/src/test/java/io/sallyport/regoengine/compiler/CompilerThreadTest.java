package io.sallyport.regoengine.compiler;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.compiler.CompileOutcome.Bound;
import io.sallyport.regoengine.compiler.CompileOutcome.Compiled;
import io.sallyport.regoengine.compiler.CompileOutcome.Refused;
import io.sallyport.regoengine.compiler.CompileOutcome.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The handling of the thread and its instance, with scripted instances. */
class CompilerThreadTest {
    private static final long MIB = 1 << 20;

    private final AtomicInteger started = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private Function<String, byte[]> work = _ -> "{}\n{}".getBytes(UTF_8);
    private String lastWords = "";
    private long memory;

    private final RegoCompiler compiler = new RegoCompiler(
            new CompilerSettings(8, 8, Duration.ofSeconds(60), 64 * MIB, 32 * MIB), nanos::get, this::instance);

    @AfterEach
    void close() {
        compiler.close();
    }

    @Test
    void oneInstanceAnswersRequestAfterRequest() {
        assertThat(compile("one")).isInstanceOf(Compiled.class);
        assertThat(compile("two")).isInstanceOf(Compiled.class);
        assertThat(started).hasValue(1);
    }

    @Test
    void noInstanceIsStartedBeforeTheFirstRequest() {
        assertThat(started).hasValue(0);
    }

    @Test
    void instanceThatHasGrownBeyondTheMarkIsReplaced() {
        memory = 32 * MIB;
        compile("one");
        memory = 32 * MIB + 1;
        compile("two");
        assertThat(started).hasValue(1);
        compile("three");
        assertThat(started).hasValue(2);
    }

    @Test
    void instanceThatFailedIsReplacedWhateverItFailedWith() {
        work = request -> switch (request) {
            case "exit" -> throw new CompilerExit(2);
            case "stack" -> throw new StackOverflowError();
            case "heap" -> throw new OutOfMemoryError("simulated");
            case "linkage" -> throw new NoClassDefFoundError("simulated");
            case "nonsense" -> "nonsense".getBytes(UTF_8);
            default -> "{}\n{}".getBytes(UTF_8);
        };
        assertThat(bound("exit")).isEqualTo(Bound.COMPILER_FAULT);
        assertThat(bound("stack")).isEqualTo(Bound.STACK);
        assertThat(bound("heap")).isEqualTo(Bound.MEMORY);
        assertThat(bound("linkage")).isEqualTo(Bound.COMPILER_FAULT);
        assertThat(bound("nonsense")).isEqualTo(Bound.COMPILER_FAULT);
        assertThat(started).hasValue(5);
        assertThat(compile("ordinary")).isInstanceOf(Compiled.class);
        assertThat(started).hasValue(6);
    }

    @Test
    void lastWordsTellMemoryFromStack() {
        work = _ -> {
            throw new CompilerExit(2);
        };
        lastWords = "fatal error: runtime: out of memory\n\ngoroutine 1 [running]:";
        assertThat(bound("one")).isEqualTo(Bound.MEMORY);
        lastWords = "runtime: goroutine stack exceeds 250000000-byte limit\nfatal error: stack overflow";
        assertThat(bound("two")).isEqualTo(Bound.STACK);
        lastWords = "panic: oh\n\ngoroutine 1 [running]:";
        assertThat(((Unavailable) compile("three")).message()).endsWith("exit status 2 panic: oh");
    }

    @Test
    void requestThatWaitedTooLongIsNotCompiled() throws InterruptedException {
        work = this::waitInside;
        var running = compiler.compile(request("running"), "a", RegoSamples.PATIENT);
        var waiting = compiler.compile(request("waiting"), "b", RegoSamples.PATIENT);
        entered.await();
        nanos.addAndGet(Duration.ofSeconds(60).toNanos() + 1);
        go.countDown();
        assertThat(RegoSamples.await(running)).isInstanceOf(Compiled.class);
        assertThat(RegoSamples.await(waiting))
                .isEqualTo(new Unavailable(Bound.QUEUE_WAIT, "waited longer than PT1M for the compiler"));
    }

    @Test
    void requestIsAnsweredOnceItsShareIsFreeAgain() throws InterruptedException {
        work = this::waitInside;
        var first = compiler.compile(request("one"), "a", RegoSamples.PATIENT);
        entered.await();
        var joined = compiler.compile(request("one"), "b", RegoSamples.PATIENT);
        go.countDown();
        assertThat(RegoSamples.await(joined)).isSameAs(RegoSamples.await(first));
        assertThat(compile("one")).isInstanceOf(Compiled.class).isNotSameAs(RegoSamples.await(first));
    }

    @Test
    void instanceInWhichOpaPanickedIsReplaced() {
        work = _ -> "{\"errors\":[{\"code\":\"internal_error\",\"message\":\"index out of range\"}]}\n".getBytes(UTF_8);
        assertThat(compile("one")).isInstanceOf(Refused.class);
        compile("two");
        assertThat(started).hasValue(2);
    }

    @Test
    void closingInterruptsWhatRuns() throws InterruptedException {
        work = this::waitInside;
        var running = compiler.compile(request("running"), "a", RegoSamples.PATIENT);
        entered.await();
        compiler.close();
        assertThat(RegoSamples.await(running)).isEqualTo(new Unavailable(Bound.CLOSED, "the compiler was closed"));
    }

    private byte[] waitInside(String request) {
        entered.countDown();
        try {
            go.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(request, e);
        }
        return "{}\n{}".getBytes(UTF_8);
    }

    private CompilerInstance instance() {
        started.incrementAndGet();
        return new CompilerInstance() {
            @Override
            public byte[] compile(byte[] request) {
                String text = new String(request, UTF_8);
                return work.apply(text.replaceAll(".*\"entrypoints\":\\[\"(\\w+)\"].*", "$1"));
            }

            @Override
            public long memoryBytes() {
                return memory;
            }

            @Override
            public String lastWords() {
                return lastWords;
            }
        };
    }

    private static CompileRequest request(String entrypoint) {
        return CompileRequest.of(RegoSamples.one("package a\n"), List.of(entrypoint));
    }

    private CompileOutcome compile(String entrypoint) {
        return RegoSamples.await(compiler.compile(request(entrypoint), "tester", RegoSamples.PATIENT));
    }

    private Bound bound(String entrypoint) {
        return ((Unavailable) compile(entrypoint)).bound();
    }
}
