// An OpenID provider with its development login, where any name and password pass. Prints its address.
const http = require("node:http");
const { Provider } = require("oidc-provider");

const GROUPS = { ann: ["sec"], bob: ["sec"], olga: ["ops", "sec"], eve: ["sales"] };

const server = http.createServer().listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "sallyport",
        client_secret: "the secret of the client+/%",
        application_type: "native", // of a redirect to loopback any port counts
        redirect_uris: ["http://127.0.0.1/console/login/callback"],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], groups: ["groups"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ["of one test"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@corp.test`, email_verified: true, groups: GROUPS[id] }),
    }),
  });
  server.on("request", provider.callback());
  console.log(issuer);
});
