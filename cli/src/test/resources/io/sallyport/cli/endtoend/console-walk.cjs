// Walks through the console as three people. A step is one thing that a person does: a click, a key, one text typed or
// pasted. Its seconds are those of the keystroke-level model, which knows no thinking but one look before each step.
const { execFileSync } = require("node:child_process");
const { chromium } = require("playwright-core");

const { ADMIN, OPERATOR, SECURITY, READER, CHROMIUM, TARGET, CLIENT } = process.env;
const LOOK = 1.35;
const POINT_AND_CLICK = 1.3;
const KEY = 0.28;
const PASTE = 0.56;
const RULE = 'package sallyport.guardrails\n\ndeny contains {"rule": "no-post", "message": "closed"} if input.net.method == "POST"\n';

function curl(...args) {
  const env = { ...process.env, ...JSON.parse(CLIENT) };
  return execFileSync("curl", ["-s", "--noproxy", "", ...args], { env }).toString();
}

class Walk {
  constructor(name, page) {
    this.name = name;
    this.page = page;
    this.steps = 0;
    this.seconds = 0;
  }

  async did(seconds, action) {
    this.steps++;
    this.seconds += LOOK + seconds;
    await action();
  }

  click(selector) {
    return this.did(POINT_AND_CLICK, () => this.page.locator(selector).first().click());
  }

  press(key) {
    return this.did(KEY, () => this.page.keyboard.press(key));
  }

  type(text) {
    return this.did(KEY * text.length, () => this.page.keyboard.type(text));
  }

  paste(text) {
    return this.did(PASTE, () => this.page.keyboard.insertText(text));
  }

  /** Opens the console by a bookmark, and logs in with a token from a password store. */
  async enter(token) {
    await this.did(POINT_AND_CLICK, () => this.page.goto(`${ADMIN}/console/`));
    await this.paste(token);
    await this.press("Enter");
    await this.page.waitForSelector(".who");
  }

  /** Goes to a page by the first letters of its name. */
  async to(letters, title) {
    await this.press("Control+k");
    await this.type(letters);
    await this.press("Enter");
    await this.page.waitForSelector(`h1:has-text("${title}")`);
  }

  async reads(selector, expected) {
    await this.page.waitForSelector(selector);
    const text = await this.page.locator(selector).first().innerText();
    if (!expected.test(text)) {
      throw new Error(`${this.name} reads ${JSON.stringify(text)}, not ${expected}`);
    }
  }

  end() {
    console.log(`walk ${this.name}: ${this.steps} steps, ${Math.round(this.seconds)} s`);
  }
}

/** The alert says that a receiver of records fails. Is anything lost, and does traffic pass? */
async function operator(page) {
  const walk = new Walk("operator", page);
  await walk.enter(OPERATOR);
  await walk.to("hea", "Health");
  await walk.reads("li:has-text('audit_sink:hook')", /failing/);
  await walk.reads("tr:has(code:text-is('hook')) td:nth-child(6)", /^0$/);
  await walk.reads(".status", /^ready$/);
  walk.end();
}

/** A rule was proposed. What would it refuse, and if that is right, put it in force. */
async function security(page) {
  const walk = new Walk("security", page);
  await walk.enter(SECURITY);
  await walk.to("pol", "Guardrails");
  await walk.click("[name=new_name]");
  await walk.type("methods.rego");
  await walk.click(".code .cm-content >> nth=-1");
  await walk.paste(RULE);
  await walk.click("button:has-text('Try in report mode')");
  await page.waitForSelector("[role=status]");
  curl("-o", "/dev/null", "-d", "x=1", `${TARGET}/granted`);
  await walk.to("can", "Candidates");
  await walk.reads("tr:has(code:has-text('no-post'))", /no-post\s+1\s+yes\.test/);
  await walk.click("[name=note]");
  await walk.type("posts leave data");
  await walk.click("button:has-text('Put in force')");
  await walk.reads("[role=status]", /[Ii]n force/);
  walk.end();
}

/** The agent's log has a refusal. Why, and which line would admit it? */
async function developer(page, refusal) {
  const walk = new Walk("developer", page);
  await walk.enter(READER);
  await walk.press("Control+k");
  await walk.paste(refusal.audit_id);
  await walk.press("Enter");
  await page.waitForSelector("h1:has-text('Record')");
  await walk.click("a.button:has-text('Why')");
  await walk.reads("section:has-text('Allow this') pre", /net\.fetch: .*\/other/);
  await walk.reads(".columns", /Your role, reader, does not change sandboxes/);
  walk.end();
}

(async () => {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  const fresh = async () => (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  try {
    const refusal = JSON.parse(curl(`${TARGET}/other`));
    for (;;) {
      const answer = await fetch(`${ADMIN}/healthz?verbose`, { headers: { Authorization: `Bearer ${OPERATOR}` } });
      if ((await answer.json()).advisories.some((check) => check.status === "failing")) {
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await operator(await fresh());
    await security(await fresh());
    await developer(await fresh(), refusal);
    console.log("done");
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.log(`FAILED ${error.stack}`);
  process.exit(1);
});
