// Drives Chromium through the console. Each claim that holds is a line "ok CLAIM"; what does not hold ends the program.
const { execFile, execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const { ADMIN, TOKEN, PICTURES, CHROMIUM, TARGET, CLIENT } = process.env;
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const PAGES = {
  live: "/console/live",
  sandboxes: "/console/sandboxes",
  sandbox: "/console/sandboxes/sb-1",
  refusals: "/console/refusals",
  why: `/console/refusals/why?sandbox=sb-1&method=GET&url=${encodeURIComponent(`${TARGET}/other`)}`,
  asks: "/console/asks",
  candidates: "/console/candidates",
  workspaces: "/console/workspaces",
  workspace: "/console/workspaces/docs",
  approvals: "/console/approvals",
  policy: "/console/policy",
  audit: "/console/audit",
  health: "/console/health",
};

/** The pictures of the guide. */
const SHOWN = new Set(["live-light-1280", "live-dark-1280", "live-light-390", "sandbox-light-1280", "why-light-1280", "policy-dark-1280", "workspace-light-1280", "health-light-1280"]);

function curl(url) {
  const env = { ...process.env, ...JSON.parse(CLIENT) };
  return execFileSync("curl", ["-s", "--noproxy", "", "-o", "/dev/null", "-w", "%{http_code}", url], { env }).toString();
}

/** Starts a request that may wait; resolves to its status. */
function curlLater(url) {
  const env = { ...process.env, ...JSON.parse(CLIENT) };
  const command = ["-s", "--noproxy", "", "-o", "/dev/null", "-w", "%{http_code}", url];
  return new Promise((resolve) => execFile("curl", command, { env }, (_failed, out) => resolve(out)));
}

function check(claim, holds, told) {
  if (!holds) {
    throw new Error(`${claim}: ${JSON.stringify(told)}`);
  }
  console.log(`ok ${claim}`);
}

async function violations(page) {
  // a page's policy permits no evaluated text; the debugger's own world is not bound by it
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  const found = await session.send("Runtime.evaluate", {
    expression: `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }).then((run) =>
      JSON.stringify(run.violations.map((one) => [one.id, one.nodes.slice(0, 3).map((node) => node.html + " " + node.failureSummary)])))`,
    awaitPromise: true,
  });
  if (found.exceptionDetails) {
    throw new Error(JSON.stringify(found.exceptionDetails));
  }
  return JSON.parse(found.result.value);
}

async function logIn(page) {
  await page.goto(`${ADMIN}/console/`);
  await page.fill("#token", TOKEN);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#live-state");
}

async function everyPage(browser, theme, width) {
  const height = width > 500 ? 800 : 844;
  const context = await browser.newContext({ colorScheme: theme, viewport: { width, height } });
  const page = await context.newPage();
  const errors = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => request.url().startsWith(ADMIN) || errors.push(`asked ${request.url()}`));
  await page.goto(`${ADMIN}/console/login`);
  const atLogin = await violations(page);
  await logIn(page);
  for (const [name, address] of Object.entries(PAGES)) {
    await page.goto(ADMIN + address);
    await page.waitForSelector("h1");
    await page.waitForFunction(() => ![...document.querySelectorAll("time")].some((time) => time.textContent === time.dateTime));
    if (name === "health") {
      await page.waitForFunction(() => document.querySelectorAll("#health-charts .number:not(:empty)").length > 3);
    }
    const found = await violations(page);
    check(`axe finds nothing on ${name}, ${theme}, ${width}`, found.length === 0, found);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(`${name} is no wider than ${width}`, wide <= 0, wide);
    if (SHOWN.has(`${name}-${theme}-${width}`)) {
      await page.screenshot({ path: path.join(PICTURES, `${name}-${theme}-${width}.png`) });
    }
  }
  check(`axe finds nothing at the login, ${theme}`, atLogin.length === 0, atLogin);
  check(`nothing fails or is loaded from elsewhere, ${theme}, ${width}`, errors.length === 0, errors);
  await context.close();
}

async function liveUpdate(page) {
  await page.goto(`${ADMIN}/console/live`);
  await page.waitForFunction(() => document.querySelector("#live-state").textContent === "live");
  curl(`${TARGET}/live-one`);
  await page.waitForSelector("td.target:has-text('/live-one')");
  check("a decision appears while the page is open", true);
  await page.keyboard.press("p");
  curl(`${TARGET}/live-two`);
  await page.waitForFunction(() => document.querySelector("#live-state").textContent === "paused, 1 waiting");
  check("a paused page holds decisions back", (await page.locator("td.target:has-text('/live-two')").count()) === 0);
  await page.keyboard.press("p");
  await page.waitForSelector("td.target:has-text('/live-two')");
  check("and shows them when it goes on", true);
}

async function keyboardAlone(page) {
  await page.goto(`${ADMIN}/console/sandboxes`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("refus");
  await page.keyboard.press("Enter");
  await page.waitForURL(/console\/refusals$/);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.waitForURL(/refusals\/why/);
  check("the palette and the keys of rows lead to a refusal", true);
  await page.goto(`${ADMIN}/console/audit`);
  await page.keyboard.press("/");
  await page.keyboard.type("sb-1");
  await page.keyboard.press("Enter");
  await page.waitForURL(/sandbox=sb-1/);
  check("the slash leads to the filter", true);
  await page.keyboard.press("Escape");
}

async function workspace(page) {
  await page.goto(`${ADMIN}/console/workspaces`);
  await page.fill("[name=id]", "docs");
  await page.keyboard.press("Enter");
  await page.waitForURL(/workspaces\/docs$/);
  await page.click("summary:has-text('lease')");
  await page.fill("textarea[name='json:lease']", JSON.stringify({ "net.fetch": [`${TARGET}/**`], "cost.budget": ["requests:1000"] }));
  await page.click("button:has-text('Put in force')");
  await page.waitForSelector(".done:has-text('In force now')");
  check("a workspace is put from the page", (await page.locator("ul.policy-lines code").allInnerTexts()).includes(`${TARGET}/**`));
}

async function record(page) {
  await page.goto(`${ADMIN}/console/audit`);
  const id = (await page.locator("tr[data-href^='/console/audit/']").first().getAttribute("data-href")).split("/").pop();
  await page.keyboard.press("Control+k");
  await page.keyboard.type(id);
  await page.keyboard.press("Enter");
  await page.waitForURL(`${ADMIN}/console/audit/${id}`);
  check("the palette leads from an audit id to its record", true);
}

async function allow(page) {
  const before = curl(`${TARGET}/wanted`);
  await page.goto(`${ADMIN}/console/refusals`);
  const row = page.locator("tr", { hasText: "/wanted" });
  await row.locator("a.button").click();
  await page.waitForSelector("text=none of 2 grants covers the request");
  await page.locator("button.primary").press("Enter");
  await page.waitForSelector("h1:has-text('Why it is allowed')");
  const after = curl(`${TARGET}/wanted`);
  const beside = curl(`${TARGET}/unwanted`);
  check("what was allowed passes, and nothing beside it", before === "403" && after === "200" && beside === "403", [before, after, beside]);
}

async function restore(page) {
  const before = curl(`${TARGET}/wanted`);
  await page.goto(`${ADMIN}/console/sandboxes/sb-1`);
  await page.locator("tr", { has: page.locator("a:has-text('Compare, restore')") }).locator("a").last().click();
  await page.waitForSelector("h1:has-text('Generation 1')");
  const removed = await page.locator(".diff .removed").allInnerTexts();
  check("a generation shows what restoring it removes", removed.some((line) => line.includes("/wanted")), removed);
  const found = await violations(page);
  check("axe finds nothing on a generation", found.length === 0, found);
  await page.screenshot({ path: path.join(PICTURES, "generation-light-1280.png") });
  await page.click("button:has-text('Restore generation 1')");
  await page.waitForURL(/sandboxes\/sb-1$/);
  const after = curl(`${TARGET}/wanted`);
  check("a restored generation refuses what a later one allowed", before === "200" && after === "403", [before, after]);
}

async function candidate(page) {
  const lease = { "net.fetch": [`${TARGET}/granted`, `${TARGET}/danger/**`, `${TARGET}/tried`] };
  const put = await fetch(`${ADMIN}/v1/sandboxes/sb-1/candidate`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ lease, rego: { "ask.rego": process.env.ASKS } }),
  });
  check("a candidate is put", put.status === 200, await put.text());
  const before = curl(`${TARGET}/tried`);
  await page.goto(`${ADMIN}/console/candidates`);
  await page.click("a:has-text('Its report')");
  await page.waitForSelector("h2:has-text('Newly allowed: 1')");
  const found = await violations(page);
  check("axe finds nothing on a candidate", found.length === 0, found);
  await page.screenshot({ path: path.join(PICTURES, "candidate-light-1280.png") });
  await page.click("button:has-text('Promote')");
  await page.waitForSelector(".done:has-text('In force now')");
  const after = curl(`${TARGET}/tried`);
  check("a promoted candidate allows what it would have", before === "403" && after === "200", [before, after]);
}

async function asks(context, page) {
  const unwatched = curl(`${TARGET}/danger/one?key=hidden`);
  check("where nobody watches, a request is refused at once", unwatched === "403", unwatched);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${ADMIN}/console/asks`);
  await page.waitForSelector("#asks-watch:has-text('watching')");
  const first = curlLater(`${TARGET}/danger/one?key=hidden`);
  await page.waitForSelector("[data-ask]");
  const shown = await page.locator("[data-ask]").innerText();
  check("a request that waits is shown without its query", /danger\/one/.test(shown) && /a person decides/.test(shown) && !/hidden/.test(shown), shown);
  for (const [theme, width] of [["light", 1280], ["dark", 390]]) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    const found = await violations(page);
    check(`axe finds nothing on a request that waits, ${theme}, ${width}`, found.length === 0, found);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(`a request that waits is no wider than ${width}`, wide <= 0, wide);
    await page.screenshot({ path: path.join(PICTURES, `asks-${theme}-${width}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
  const other = await context.newPage();
  await other.goto(`${ADMIN}/console/sandboxes`);
  await other.waitForSelector("#asks-waiting:has-text('1')");
  check("the navigation of another page counts it", true);
  await page.fill("[name=name]", "ada");
  await page.fill("[name=reason]", "agreed in the call");
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".done:has-text('Allowed: GET')");
  const passed = await first;
  check("what a person allows by keyboard passes", passed === "200", passed);
  const second = curlLater(`${TARGET}/danger/two`);
  await page.waitForSelector("[data-ask]:has-text('/danger/two')");
  await page.keyboard.press("d");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".done:has-text('Denied: GET')");
  const refused = await second;
  check("what a person denies is refused", refused === "403", refused);
  const third = curlLater(`${TARGET}/danger/three`);
  await page.waitForSelector("[data-ask]:has-text('/danger/three')");
  await page.selectOption("[name=for_seconds]", "600");
  await page.click("button:has-text('Allow')");
  check("an approval for a time covers the same request again", (await third) === "200" && curl(`${TARGET}/danger/three`) === "200");
  await page.waitForSelector("#asks-none:has-text('Nothing waits')");
  await other.waitForSelector("#asks-waiting", { state: "hidden" });
  await other.close();
}

async function guardrails(page) {
  await page.goto(`${ADMIN}/console/policy`);
  await page.fill("[name=new_name]", "walls.rego");
  await page.locator(".code").last().click();
  await page.keyboard.type('package sallyport.guardrails\ndeny contains {"rule": "no-granted", "message": "closed"} if input.net.path == "/granted');
  await page.click("button:has-text('Check')");
  await page.waitForSelector(".alert");
  check("a check shows where Rego is wrong", /walls\.rego:2/.test(await page.locator(".alert").innerText()), await page.locator(".alert").innerText());
  await page.locator(".code .cm-content").first().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type('"');
  await page.click("button:has-text('Check')");
  await page.waitForSelector("text=The guardrails load");
  const before = curl(`${TARGET}/granted`);
  await page.fill("[name=note]", "closed from the console");
  await page.click("button:has-text('Put in force')");
  await page.waitForSelector("text=In force now");
  const after = curl(`${TARGET}/granted`);
  check("guardrails put in force refuse what passed before", before === "200" && after === "403", [before, after]);
  await page.locator("tr", { hasText: "closed from the console" }).waitFor();
}

async function manyRows(page) {
  await page.goto(`${ADMIN}/console/live`);
  await page.waitForFunction(() => document.querySelector("#live-state").textContent === "live");
  for (let i = 0; i < 10; i++) {
    const urls = Array.from({ length: 100 }, (_none, index) => `${TARGET}/many/${i}/${index}`);
    execFileSync("curl", ["-s", "--noproxy", "", "-Z", ...urls.flatMap((url) => ["-o", "/dev/null", url])], { env: { ...process.env, ...JSON.parse(CLIENT) } });
  }
  const rows = await page.locator("#live-rows tr").count();
  check("a thousand decisions leave a bounded page", rows <= 200, rows);
}

(async () => {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  try {
    curl(`${TARGET}/granted`);
    curl(`${TARGET}/other`);
    curl(`${TARGET}/wanted`);
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await logIn(page);
    await liveUpdate(page);
    await keyboardAlone(page);
    await record(page);
    await workspace(page);
    for (const theme of ["light", "dark"]) {
      await everyPage(browser, theme, 1280);
      await everyPage(browser, theme, 390);
    }
    await allow(page);
    await restore(page);
    await candidate(page);
    await asks(context, page);
    await guardrails(page);
    await manyRows(page);
    console.log("done");
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.log(`FAILED ${error.stack}`);
  process.exit(1);
});
