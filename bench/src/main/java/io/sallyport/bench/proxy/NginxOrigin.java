package io.sallyport.bench.proxy;

import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * nginx as the target: one worker, one file of 1 KiB and one of 256 MiB, over plain HTTP and over TLS on two ports (one
 * is for opaque tunnels). It resumes no sessions, so that each handshake is a full one.
 *
 * @param messages beside it, under the same certificate
 * @param ca the file that clients which verify it must trust
 */
record NginxOrigin(
        Process process,
        InetSocketAddress plain,
        InetSocketAddress tls,
        InetSocketAddress opaque,
        MessageOrigin messages,
        Path ca)
        implements AutoCloseable {
    static final String INSPECTED = "inspected.bench";
    static final String OPAQUE = "opaque.bench";
    static final String REFUSED = "refused.bench";
    static final String SMALL = "/small";
    /** The same file, but the target closes afterwards, so that no connection is kept. */
    static final String ONCE = "/once/small";

    /** The same file, for requests with {@link #SECRET} alone. */
    static final String CREDENTIALED = "/credentialed";

    static final String SECRET = "secret-of-the-bench-0123456789";

    /** Every path below it is answered like {@link #SMALL}. */
    static final String NUMBERED = "/numbered/";

    static final String BIG = "/big";
    static final int BIG_MIB = 256;
    private static final int SMALL_BYTES = 1024;

    static NginxOrigin start(Path folder) throws Exception {
        Files.createDirectories(folder.resolve("once"));
        Files.writeString(folder.resolve("small"), "x".repeat(SMALL_BYTES));
        Files.writeString(folder.resolve("once/small"), "x".repeat(SMALL_BYTES));
        try (var big = new RandomAccessFile(folder.resolve("big").toFile(), "rw")) {
            big.setLength((long) BIG_MIB << 20);
        }
        TestCa ca = TestCa.create("bench", InstantSource.system());
        TestCa.Leaf leaf = ca.leaf(INSPECTED, OPAQUE, "127.0.0.1");
        Files.writeString(folder.resolve("chain.pem"), leaf.chainPem());
        Files.writeString(folder.resolve("key.pem"), leaf.keyPem());
        Path roots = Files.writeString(folder.resolve("roots.pem"), ca.pem());
        return start(folder, MessageOrigin.start(leaf), roots);
    }

    private static NginxOrigin start(Path folder, MessageOrigin messages, Path roots)
            throws IOException, InterruptedException {
        String nginx = Processes.find("nginx");
        if (nginx.isEmpty()) {
            throw new IOException("nginx is the target; Debian: apt-get install nginx-light");
        }
        InetSocketAddress plain = Processes.freeAddress();
        InetSocketAddress tls = Processes.freeAddress();
        InetSocketAddress opaque = Processes.freeAddress();
        Path config = Files.writeString(
                folder.resolve("nginx.conf"), config(folder, plain.getPort(), tls.getPort(), opaque.getPort()));
        Path log = folder.resolve("nginx.log");
        Process process = Processes.start(
                log, List.of(nginx, "-e", log.toString(), "-p", folder.toString(), "-c", config.toString()));
        Processes.await(process, plain, log);
        return new NginxOrigin(process, plain, tls, opaque, messages, roots);
    }

    private static String config(Path folder, int plain, int tls, int opaque) {
        return """
                daemon off;
                master_process off;
                error_log %1$s/error.log;
                pid %1$s/nginx.pid;
                events { worker_connections 10000; multi_accept on; }
                http {
                  access_log off;
                  sendfile on;
                  tcp_nodelay on;
                  open_file_cache max=10;
                  keepalive_requests 1000000000;
                  keepalive_timeout 1h;
                  client_body_temp_path %1$s/t1; proxy_temp_path %1$s/t2; fastcgi_temp_path %1$s/t3;
                  uwsgi_temp_path %1$s/t4; scgi_temp_path %1$s/t5;
                  server {
                    listen 127.0.0.1:%2$d backlog=4096;
                    listen 127.0.0.1:%3$d ssl backlog=4096;
                    listen 127.0.0.1:%4$d ssl backlog=4096;
                    ssl_certificate %1$s/chain.pem;
                    ssl_certificate_key %1$s/key.pem;
                    ssl_protocols TLSv1.2 TLSv1.3;
                    ssl_session_cache off;
                    ssl_session_tickets off;
                    root %1$s;
                    location /once { keepalive_timeout 0; }
                    location /credentialed {
                      if ($http_authorization != "Bearer %5$s") { return 401; }
                      rewrite ^ /small break;
                    }
                    location /numbered { rewrite ^ /small break; }
                  }
                }
                """.formatted(folder, plain, tls, opaque, SECRET);
    }

    @Override
    public void close() {
        messages.close();
        Processes.end(process);
    }
}
