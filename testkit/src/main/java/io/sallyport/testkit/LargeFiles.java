package io.sallyport.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A store of Git LFS in memory beside repositories (git-lfs' {@code docs/api/batch.md}, transfer {@code basic}): it
 * answers {@code /NAME.git/info/lfs/...} and {@code /NAME.git/info/lfs/objects/OID}, and hands all else on. Safe for
 * concurrent use.
 */
public final class LargeFiles implements OriginScript {
    private static final String LFS = "/info/lfs/";
    private static final String TYPE = "application/vnd.git-lfs+json";
    private static final Pattern OBJECT = Pattern.compile("\"oid\":\"([0-9a-f]{64})\",\"size\":([0-9]+)");

    private final String base;
    private final OriginScript repositories;
    private final Map<String, Bytes> objects = new ConcurrentHashMap<>();

    /** Serves files at {@code base}, such as {@code https://a.test}, where also the repositories are. */
    public LargeFiles(String base, OriginScript repositories) {
        this.base = base;
        this.repositories = repositories;
    }

    /** Returns the texts of all files that were uploaded. */
    public List<String> texts() {
        return objects.values().stream().map(Bytes::text).sorted().toList();
    }

    @Override
    public Answer answer(ReceivedRequest request) {
        int at = request.path().indexOf(LFS);
        if (at < 0) {
            return repositories.answer(request);
        }
        String folder = request.path().substring(0, at + LFS.length());
        String call = request.path().substring(at + LFS.length());
        return switch (request.method() + " " + call) {
            case "POST objects/batch" ->
                Answer.bytes(TYPE, Bytes.of(batch(folder, request.body().text())));
            case "POST locks/verify" -> Answer.bytes(TYPE, Bytes.of("{\"ours\":[],\"theirs\":[]}"));
            default -> object(request, call.substring(call.indexOf('/') + 1));
        };
    }

    private String batch(String folder, String asked) {
        String action = asked.contains("\"operation\":\"upload\"") ? "upload" : "download";
        StringBuilder out = new StringBuilder("{\"transfer\":\"basic\",\"objects\":[");
        Matcher object = OBJECT.matcher(asked);
        for (int i = 0; object.find(); i++) {
            out.append(i == 0 ? "" : ",")
                    .append("{\"oid\":\"%s\",\"size\":%s,\"actions\":{\"%s\":{\"href\":\"%s%sobjects/%s\"}}}"
                            .formatted(object.group(1), object.group(2), action, base, folder, object.group(1)));
        }
        return out.append("]}").toString();
    }

    private Answer object(ReceivedRequest request, String id) {
        if (request.method().equals("PUT")) {
            objects.put(id, request.body());
            return Answer.text(200, "");
        }
        Bytes stored = objects.get(id);
        return stored == null ? Answer.text(404, "") : Answer.bytes("application/octet-stream", stored);
    }
}
