package io.sallyport.gateway.models;

import io.sallyport.decision.PolicyChain;
import io.sallyport.decision.WebReport;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.answer.OwnReply;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.models.ModelHandler;
import io.sallyport.proxy.enforce.own.OwnEndpoint;
import io.sallyport.proxy.listener.RequestHead;
import java.time.Duration;
import java.util.function.Consumer;

/** The endpoint of models in the form that the proxy calls. Safe for concurrent use. */
record ProxyModels(ModelHandler handler) implements OwnEndpoint {
    @Override
    public Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head) {
        return begin(policies, request, head, WebReport.NONE);
    }

    @Override
    public Judged begin(PolicyChain policies, CanonicalRequest request, RequestHead head, WebReport report) {
        return switch (handler.judge(policies, request, head, report)) {
            case ModelHandler.Turned turned -> (Turned) turned::answer;
            case ModelHandler.Admitted admitted -> new Asked(admitted, handler.maxWait());
        };
    }

    @Override
    public boolean answersFor(CanonicalHost host) {
        return handler.answersFor(host);
    }

    private record Asked(ModelHandler.Admitted call, Duration maxWait) implements Admitted {
        @Override
        public int maxBodyBytes() {
            return ModelHandler.MAX_BODY_BYTES;
        }

        @Override
        public void ask(byte[] body, Consumer<OwnReply> answered) {
            call.ask(body, answered);
        }

        @Override
        public void tooLarge(Consumer<OwnReply> answered) {
            call.tooLarge(answered);
        }

        @Override
        public void givenUp() {
            call.givenUp();
        }

        @Override
        public void left() {
            call.left();
        }
    }
}
