package io.sallyport.proxy.relay;

import io.sallyport.model.ReasonCode;
import io.sallyport.proxy.relay.message.ReplyForm;
import io.sallyport.proxy.socks.SocksMessage;

/** A client that speaks another protocol than its listener: it is told so in its own, and which variable to set. */
final class WrongProtocol {
    private static final String IS_SOCKS =
            "this port speaks SOCKS5: name it in ALL_PROXY as socks5h://ID:TOKEN@HOST:PORT, and a port of proxy.listen in"
                    + " http_proxy and https_proxy";
    private static final String IS_HTTP =
            "this port speaks HTTP: name it in http_proxy and https_proxy as http://ID:TOKEN@HOST:PORT, and a port of"
                    + " proxy.socks in ALL_PROXY as socks5h://ID:TOKEN@HOST:PORT";
    private static final String SOCKS4 =
            "SOCKS4 is not served, since it cannot show a token: name a port of proxy.socks in ALL_PROXY as"
                    + " socks5h://ID:TOKEN@HOST:PORT";

    private WrongProtocol() {}

    static void refuse(ClientConnection client, SocksMessage.Protocol spoken) {
        switch (spoken) {
            case HTTP -> answer(client, ReplyForm.HTTP, IS_SOCKS);
            case SOCKS4 -> answer(client, ReplyForm.SOCKS4, SOCKS4);
            case SOCKS5 -> answer(client, ReplyForm.SOCKS5_GREETING, IS_HTTP);
            case UNKNOWN -> answer(client, ReplyForm.SOCKS5_GREETING, IS_SOCKS);
        }
    }

    private static void answer(ClientConnection client, ReplyForm form, String why) {
        client.replyIn(form);
        client.requests().malformed(ReasonCode.MALFORMED_REQUEST, why);
    }
}
