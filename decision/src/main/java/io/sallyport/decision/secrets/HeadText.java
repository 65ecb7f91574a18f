package io.sallyport.decision.secrets;

import io.sallyport.findings.SecretScanner;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.RequestKind;
import io.sallyport.model.message.RequestHeaders;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All parts of one head in one text, in which one look tells that nothing has to be looked at closer. Between two parts
 * stands a NUL, which belongs to no secret and to no encoding. It is used again for the next head of the same thread,
 * so that a head without secrets allocates nothing. Confined to one thread.
 */
final class HeadText implements BiConsumer<String, String> {
    /** A longer head is not kept, in bytes. */
    private static final int MAX_KEPT_BYTES = 64 * 1024;

    private static final int FIRST_BYTES = 4 * 1024;

    private static final ThreadLocal<HeadText> OF_THREAD = ThreadLocal.withInitial(HeadText::new);

    private byte[] bytes = new byte[FIRST_BYTES];
    private @Nullable String[] names = new String[32];
    private int length;
    private int fields;
    private boolean repeated;

    private HeadText() {}

    /**
     * Returns whether nothing in the host, the target and the fields can be a secret. If not, something may be one; a
     * head whose fields repeat a name is among these, since a secret may be divided among them.
     */
    static boolean isClear(SecretScanner scanner, CanonicalRequest request, RequestHeaders headers) {
        HeadText text = OF_THREAD.get();
        try {
            return text.isClearOf(scanner, request, headers);
        } finally {
            text.forget();
        }
    }

    private boolean isClearOf(SecretScanner scanner, CanonicalRequest request, RequestHeaders headers) {
        String host = request.host().text();
        addWithoutDots(host);
        if (!scanner.isClearHost(bytes, 0, length)) {
            return false;
        }
        add(host);
        if (request.kind() != RequestKind.CONNECT) {
            CanonicalPath path = request.path();
            add(path == null ? null : path.text());
            add(request.query().text());
            headers.forEach(this);
        }
        return !repeated && scanner.isClear(bytes, 0, length);
    }

    @Override
    public void accept(String name, String value) {
        if (FieldSearch.isOwn(name)) {
            return;
        }
        for (int i = 0; i < fields && !repeated; i++) {
            repeated = name.equalsIgnoreCase(names[i]);
        }
        names = fields == names.length ? Arrays.copyOf(names, fields * 2) : names;
        names[fields++] = name;
        add(name);
        add(value);
    }

    private void add(@Nullable String text) {
        if (text == null || text.length() < FieldSearch.MIN_LENGTH) {
            return;
        }
        makeRoom(text.length());
        bytes[length++] = 0;
        copy(text);
    }

    /** The octets of a field are its characters (RFC 9110, section 5.5, as they are read here). */
    @SuppressWarnings("deprecation") // of characters below 256 it loses nothing, and it alone allocates nothing
    private void copy(String text) {
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    private void addWithoutDots(String host) {
        makeRoom(host.length());
        for (int i = 0; i < host.length(); i++) {
            if (host.charAt(i) != '.') {
                bytes[length++] = (byte) host.charAt(i);
            }
        }
    }

    private void makeRoom(int more) {
        if (length + more + 1 > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more + 1));
        }
    }

    private void forget() {
        Arrays.fill(names, 0, fields, null);
        Arrays.fill(bytes, 0, length, (byte) 0); // it may have held a secret
        bytes = bytes.length > MAX_KEPT_BYTES ? new byte[FIRST_BYTES] : bytes;
        length = 0;
        fields = 0;
        repeated = false;
    }
}
