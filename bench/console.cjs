// Drives Chromium through the console beside a stream of requests: see console.sh.
const fs = require("node:fs");
const net = require("node:net");
const { Worker, isMainThread, workerData, parentPort } = require("node:worker_threads");

const CONNECTIONS = 64;
const TICK_MS = 10;
const PUTS = 16;
const WAIT_MS = 100;

/** Answers each request on port `port` with nothing. */
function serve(port) {
  net
    .createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".repeat(heads(data))));
    })
    .listen(port, "127.0.0.1", () => parentPort.postMessage("listening"));
}

function heads(data) {
  let count = 0;
  for (let at = data.indexOf("\r\n\r\n"); at >= 0; at = data.indexOf("\r\n\r\n", at + 4)) {
    count++;
  }
  return count;
}

/** Sends up to `rate` requests a second, one at a time on each connection, and tells how many were answered. */
function send({ proxy, rate, credentials }) {
  const idle = [];
  let answered = 0;
  let sent = 0;
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = net.connect(Number(proxy.port), proxy.hostname, () => idle.push(socket));
    socket.setNoDelay();
    socket.on("data", (data) => {
      if (!data.includes("HTTP/1.1 200")) {
        throw new Error(data.toString());
      }
      answered++;
      idle.push(socket);
    });
  }
  const began = Date.now();
  setInterval(() => {
    const due = Math.floor(((Date.now() - began) * rate) / 1000);
    sent = Math.max(sent, due - rate); // what is late for more than a second is not made up for
    while (sent < due && idle.length > 0) {
      const credential = credentials[sent % credentials.length];
      idle.pop().write(`GET http://yes.test/r/${sent++} HTTP/1.1\r\nHost: yes.test\r\nProxy-Authorization: Basic ${credential}\r\n\r\n`);
    }
  }, TICK_MS);
  setInterval(() => parentPort.postMessage(answered), 1_000);
}

async function until(condition) {
  for (let i = 0; i < 600; i++) {
    const found = condition();
    if (found) {
      return found;
    }
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error("nothing came within a minute");
}

async function put(admin, token, id) {
  const answer = await fetch(`${admin}/v1/sandboxes/${id}`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ lease: { "net.fetch": ["http://yes.test/**"] } }),
  });
  if (answer.status !== 201) {
    throw new Error(`${answer.status} ${await answer.text()}`);
  }
  return answer.json();
}

/** Puts the sandboxes, and returns the proxy's address and the credentials of some. */
async function putAll(admin, token, sandboxes) {
  const credentials = [];
  let proxy;
  let next = 0;
  async function each() {
    while (next < sandboxes) {
      const env = (await put(admin, token, `sb-${String(next++).padStart(5, "0")}`)).env;
      proxy = new URL(env.HTTP_PROXY);
      if (credentials.length < CONNECTIONS) {
        credentials.push(Buffer.from(decodeURIComponent(`${proxy.username}:${proxy.password}`)).toString("base64"));
      }
    }
  }
  await Promise.all(Array.from({ length: PUTS }, each));
  return { proxy: { hostname: proxy.hostname, port: proxy.port }, credentials };
}

/** Notes how long each key and click takes until the next frame. */
function observe() {
  window.taken = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.taken.push(entry.duration);
    }
  }).observe({ type: "event", durationThreshold: 16 });
}

let worst = 0;

/** Does `act` `times` times; prints the longest event of each. Those below 16 ms are not told apart. */
async function measure(page, name, times, act) {
  const longest = [];
  for (let i = 0; i < times; i++) {
    await page.evaluate(() => void (window.taken = []));
    await act(i);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    longest.push(await page.evaluate(() => Math.max(16, ...window.taken)));
  }
  report(name, longest);
}

function report(name, millis) {
  millis.sort((one, other) => one - other);
  const at = (share) => Math.ceil(millis[Math.min(millis.length - 1, Math.floor(millis.length * share))]);
  worst = Math.max(worst, at(0.99));
  console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} | ${millis.length} |`);
}

async function memory(session) {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const of = (name) => metrics.find((metric) => metric.name === name).value;
  return `${(of("JSHeapUsedSize") / 2 ** 20).toFixed(1)} MiB of scripts, ${of("Nodes")} nodes`;
}

async function openList(page, admin, times) {
  const millis = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await page.goto(`${admin}/console/sandboxes`);
    await page.waitForSelector("h1");
    millis.push(performance.now() - began);
  }
  report("the list of sandboxes, from its address to its heading", millis);
  const pages = [];
  for (let i = 0; i < times && (await page.locator("a:has-text('Next sandboxes')").count()) > 0; i++) {
    const began = performance.now();
    await Promise.all([page.waitForURL(/after=/), page.click("a:has-text('Next sandboxes')")]);
    pages.push(performance.now() - began);
  }
  report("its next page", pages);
}

async function walk(browser, admin, token, seconds) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript(observe);
  const page = await context.newPage();
  await page.goto(`${admin}/console/`);
  await page.fill("#token", token);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#live-state");
  const session = await context.newCDPSession(page);
  await session.send("Performance.enable");
  const before = await memory(session);
  const began = Date.now();
  console.log("| interaction | p50 ms | p99 ms | times |\n|---|---|---|---|");
  await measure(page, "pause and go on", 40, () => page.keyboard.press("p"));
  await measure(page, "a letter of a filter", 40, (i) => page.locator("input[name=host]").press(i % 10 === 9 ? "Control+a" : "y"));
  await page.waitForTimeout(Math.max(0, began + seconds * 1_000 - Date.now()));
  const rows = await page.locator("tbody tr").count();
  console.log(`the live page: ${before} at first, ${await memory(session)} after ${seconds} s, ${rows} rows`);
  await openList(page, admin, 20);
  await measure(page, "a letter of the search in the list", 40, (i) =>
    page.locator("input[data-find]").press(i % 5 === 4 ? "Backspace" : "7"));
  await context.close();
}

async function main() {
  const { chromium } = require("playwright-core");
  const { READY, ORIGIN, SANDBOXES, RATE, SECONDS_OPEN, CHROMIUM } = process.env;
  const { admin, token_file } = JSON.parse(await until(() => fs.readFileSync(READY, "utf8").match(/.*\n/)?.[0]));
  const token = fs.readFileSync(token_file, "utf8").trim();
  const origin = new Worker(__filename, { workerData: { serve: Number(ORIGIN) } });
  await new Promise((resolve) => origin.once("message", resolve));
  const began = Date.now();
  const known = await putAll(admin, token, Number(SANDBOXES));
  console.log(`${SANDBOXES} sandboxes put in ${Math.round((Date.now() - began) / 1_000)} s`);
  const sender = new Worker(__filename, { workerData: { send: { ...known, rate: Number(RATE) } } });
  let answered = 0;
  sender.on("message", (count) => (answered = count));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const start = Date.now();
  try {
    await walk(browser, admin, token, Number(SECONDS_OPEN));
    console.log(`${Math.round((answered * 1_000) / (Date.now() - start))} requests a second answered meanwhile`);
  } finally {
    await browser.close();
    await Promise.all([origin.terminate(), sender.terminate()]);
  }
  process.exitCode = worst > 100 ? 1 : 0;
}

if (isMainThread) {
  main().catch((e) => {
    console.error(e);
    process.exit(1);
  });
} else if (workerData.serve) {
  serve(workerData.serve);
} else {
  send(workerData.send);
}
