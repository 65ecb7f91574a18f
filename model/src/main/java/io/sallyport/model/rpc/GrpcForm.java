package io.sallyport.model.rpc;

import java.util.List;

/**
 * Whether a request is a call of gRPC: a POST of {@code /SERVICE/METHOD} with the content type {@code application/grpc}
 * (gRPC over HTTP/2, "Requests"), in any version of HTTP. gRPC-Web counts as gRPC, since one server speaks both.
 */
public enum GrpcForm {
    /** The content type does not mention gRPC. */
    NONE,
    /** It is a call. The two segments of its path are the service and the method. */
    CALL,
    /** It mentions gRPC and is no call that all servers read alike. */
    UNCLEAR;

    private static final String TYPE = "application/grpc";
    private static final String AFTER_TYPE = "+;- \t";

    /** Returns the form of a request with this canonical path and these values of {@code Content-Type}. */
    public static GrpcForm of(String method, String path, List<String> contentTypes) {
        if (!isMentioned(contentTypes)) {
            return NONE;
        }
        boolean call = contentTypes.size() == 1
                && isType(contentTypes.getFirst())
                && method.equals("POST")
                && isOfMethod(path);
        return call ? CALL : UNCLEAR;
    }

    /** Returns whether one of the values of {@code Content-Type} mentions gRPC, in any case and place. */
    public static boolean isMentioned(List<String> contentTypes) {
        for (int i = 0; i < contentTypes.size(); i++) {
            if (isMentioned(contentTypes.get(i))) {
                return true;
            }
        }
        return false;
    }

    // What one server ignores is the type to another one.
    private static boolean isMentioned(String contentType) {
        int last = contentType.length() - TYPE.length();
        for (int at = 0; at <= last; at++) {
            if (isTypeAt(contentType, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isType(String contentType) {
        return isTypeAt(contentType, 0)
                && contentType.indexOf(',') < 0
                && (contentType.length() == TYPE.length()
                        || AFTER_TYPE.indexOf(contentType.charAt(TYPE.length())) >= 0);
    }

    private static boolean isTypeAt(String contentType, int at) {
        return contentType.regionMatches(true, at, TYPE, 0, TYPE.length());
    }

    private static boolean isOfMethod(String path) {
        int slash = path.indexOf('/', 1);
        return slash > 1 && slash < path.length() - 1 && path.indexOf('/', slash + 1) < 0;
    }
}
