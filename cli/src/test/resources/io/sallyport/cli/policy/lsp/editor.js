// Plays an editor: starts the server with the command of its arguments in the current folder, and prints a line of JSON
// for each of its steps.
const { spawn } = require('child_process');
const fs = require('fs');
const { pathToFileURL } = require('url');
const protocol = require('vscode-languageserver-protocol/node');

const folder = process.cwd();
const server = spawn(process.argv[2], process.argv.slice(3), { stdio: ['pipe', 'pipe', 'inherit'] });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout), new protocol.StreamMessageWriter(server.stdin));

const uri = file => pathToFileURL(`${folder}/${file}`).href;
const say = (step, value) => console.log(JSON.stringify({ step, value }));
const versions = {};
const waiting = [];

connection.onNotification(protocol.PublishDiagnosticsNotification.type, published => {
  for (let i = waiting.length - 1; i >= 0; i--) {
    if (waiting[i].uri === published.uri && waiting[i].version === published.version) {
      waiting.splice(i, 1)[0].done(published.diagnostics);
    }
  }
});

// diagnostics of exactly that version of a document
const diagnostics = file => new Promise(done => waiting.push({ uri: uri(file), version: versions[file], done }));

async function open(file, languageId, text) {
  versions[file] = 1;
  const found = diagnostics(file);
  const textDocument = { uri: uri(file), languageId, version: 1, text };
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument });
  return found;
}

async function change(file, ...texts) {
  let found;
  for (const text of texts) {
    versions[file]++;
    found = diagnostics(file);
    const textDocument = { uri: uri(file), version: versions[file] };
    await connection.sendNotification(
      protocol.DidChangeTextDocumentNotification.type, { textDocument, contentChanges: [{ text }] });
  }
  return found;
}

const at = (file, line, character) => ({ textDocument: { uri: uri(file) }, position: { line, character } });
const ask = (type, params) => connection.sendRequest(type, params);

(async () => {
  connection.listen();
  const begun = await ask(protocol.InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'policies' }],
    capabilities: { general: { positionEncodings: ['utf-16'] } },
  });
  await connection.sendNotification(protocol.InitializedNotification.type, {});
  say('encoding', begun.capabilities.positionEncoding);

  const rego = fs.readFileSync('guardrails/hosts.rego', 'utf8');
  say('typo', await open('guardrails/hosts.rego', 'rego', rego.replace('input.net.host ', 'input.net.hots ')));
  say('while typing', await change('guardrails/hosts.rego', rego + 'd', rego + 'deny contains', rego));
  say('wide', await change('guardrails/hosts.rego',
    rego + '\ndeny contains {"rule": "🚪", "message": "x"} if input.net.hots == "a"\n'));
  await change('guardrails/hosts.rego', rego);
  say('hover field', await ask(protocol.HoverRequest.type, at('guardrails/hosts.rego', 5, 14)));
  say('hover function', await ask(protocol.HoverRequest.type, at('guardrails/hosts.rego', 9, 55)));
  say('definition', await ask(protocol.DefinitionRequest.type, at('guardrails/hosts.rego', 6, 10)));
  await change('guardrails/hosts.rego', rego + '\nx := input.net.sch');
  say('completion', await ask(protocol.CompletionRequest.type, at('guardrails/hosts.rego', 11, 18)));
  const crooked = rego.replace('\tinput.net.host', '      input.net.host');
  await change('guardrails/hosts.rego', crooked);
  say('formatting', await ask(protocol.DocumentFormattingRequest.type,
    { textDocument: { uri: uri('guardrails/hosts.rego') }, options: { tabSize: 4, insertSpaces: false } }));

  const policy = 'version: 1\nnetwork_policies:\n  a:\n    endpoints:\n      - host: a.example.com\n        prot: 443\n';
  say('policy', await open('policy.yaml', 'yaml', policy));
  say('policy keys', await ask(protocol.CompletionRequest.type, at('policy.yaml', 5, 10)));
  say('policy hover', await ask(protocol.HoverRequest.type, at('policy.yaml', 4, 9)));
  say('lease', await open('job.lease.json', 'json', '{\n  "net.fetch": ["ftp://a.example.com/**"]\n}\n'));

  await ask(protocol.ShutdownRequest.type);
  await connection.sendNotification(protocol.ExitNotification.type);
  server.on('exit', code => { say('exit', code); process.exit(0); });
})().catch(error => { console.error(error); process.exit(1); });
