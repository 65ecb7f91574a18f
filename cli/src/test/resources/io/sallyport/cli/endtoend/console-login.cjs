// Logs in to the console at an OpenID provider, by its login page. Each claim that holds is a line "ok CLAIM".
const { chromium } = require("playwright-core");

const { ADMIN, ISSUER, CHROMIUM } = process.env;

function check(claim, holds, told) {
  if (!holds) {
    throw new Error(`${claim}: ${JSON.stringify(told)}`);
  }
  console.log(`ok ${claim}`);
}

/** Follows the link, and logs in there; the console's answer is on the page then. */
async function logIn(page, name) {
  await page.goto(`${ADMIN}/console/`);
  await page.click(`text=Log in at ${ISSUER.slice("http://".length)}`);
  await page.fill("[name=login]", name);
  await page.fill("[name=password]", "any");
  await page.click("button[type=submit]");
  await page.click("button[type=submit]"); // what the client may know
}

(async () => {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await logIn(page, "ann");
    await page.waitForSelector("#live-state");
    const who = await page.locator(".who").innerText();
    check("a person of a group has its role", who === "ann@corp.test · security", who);
    check("the address holds nothing of the login", page.url() === `${ADMIN}/console/`, page.url());
    const cookies = await context.cookies(ADMIN);
    const session = cookies.find((one) => one.name === "sallyport");
    check("the session's cookie is strict", session.sameSite === "Strict" && session.httpOnly, session);
    await page.goto(`${ADMIN}/console/policy`);
    await page.waitForSelector("h1");
    check("the session goes on", (await page.locator(".who").count()) === 1);
    await page.goBack();
    await page.click("button:has-text('Log out')");
    await page.waitForSelector("#token");
    await page.goto(`${ADMIN}/console/policy`);
    check("after the log out nothing is shown", page.url() === `${ADMIN}/console/login`, page.url());

    const other = await (await browser.newContext()).newPage();
    await logIn(other, "olga");
    await other.waitForSelector("#live-state");
    const first = await other.locator(".who").innerText();
    check("of two roles the first counts", first === "olga@corp.test · operator", first);

    const stranger = await (await browser.newContext()).newPage();
    await logIn(stranger, "eve");
    await stranger.waitForSelector("[role=alert]");
    const told = await stranger.locator("[role=alert]").innerText();
    check("who has no role is told so", /no role is configured/.test(told), told);
    await stranger.goto(`${ADMIN}/console/`);
    check("and does not get in", stranger.url() === `${ADMIN}/console/login`, stranger.url());

    const unwilling = await (await browser.newContext()).newPage();
    await unwilling.goto(`${ADMIN}/console/`);
    await unwilling.click("text=Log in at");
    await unwilling.click("a:has-text('Cancel')");
    await unwilling.waitForSelector("[role=alert]");
    const cancelled = await unwilling.locator("[role=alert]").innerText();
    check("a login that is broken off is told", /access_denied/.test(cancelled), cancelled);
    console.log("done");
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.log(`FAILED ${error.stack}`);
  process.exit(1);
});
