import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import { reflowFaults } from "../e2e/support/faults/page-faults.ts";
import { brokenWords } from "../e2e/support/faults/word-faults.ts";
import { password, PeopleFactory, type Person } from "../e2e/support/people.ts";
import { startTestPortal, type TestPortal } from "../e2e/support/portal.ts";
import { pathOf, screens, settle } from "../e2e/support/screens/screens.ts";
import type { Screen, ScreenContext } from "../e2e/support/screens/screen.ts";
import { fillLogin } from "../e2e/support/test.ts";
import { chromiumExecutable } from "./chromium.ts";

/** Output folder. */
const folder = fileURLToPath(new URL("../.cache/pictures", import.meta.url));
const themes = ["light", "dark"] as const;
const windows = [
  { width: 1280, height: 800 },
  { width: 375, height: 812 },
] as const;

const demoPassword = "Demo-Praxis-2026!";
/** Demonstration account for each kind of viewer. */
const accounts = {
  org_admin: "inhaberin",
  owner: "inhaberin",
  viewer: "mfa",
  super_admin: "plattform",
} as const;

/**
 * `npm run pictures [part of a name]` takes a screenshot of every screen × state × theme × width of the demonstration,
 * and creates a page that shows them all. The screenshots are for visual review and are not compared. Content that does
 * not fit is reported, because the demonstration shows other names and numbers than the tests.
 */
async function main(nameFilter: string): Promise<void> {
  const portal = await startTestPortal({ DEMO: "on", NODE_ENV: "development" });
  await portal.app.demoSeason.run(new AbortController().signal, 0);
  const { executablePath, args, env } = await chromiumExecutable();
  const browser = await chromium.launch({ executablePath, args, env });
  await mkdir(folder, { recursive: true });
  if (nameFilter === "") await rm(folder, { recursive: true, force: true }).then(() => mkdir(folder));
  const faults: string[] = [];
  try {
    const screenContext = await readPictureContext(portal);
    const chosen = screens.filter((screen) => screen.name.includes(nameFilter));
    for (const screen of chosen) {
      const appearances = themes.flatMap((theme) => windows.map((window) => ({ theme, window })));
      // The screenshots are taken in parallel, because each mostly waits.
      await Promise.all(
        appearances.map(({ theme, window }) =>
          takeScreenshot(browser, portal, screen, screenContext, theme, window)
            // On a busy machine, a state may not be reached within the time limit of its steps.
            .catch(() => takeScreenshot(browser, portal, screen, screenContext, theme, window))
            .catch((error: unknown) => [String(error).split("\n", 1)[0]])
            .then((screenFaults) => {
              for (const fault of screenFaults)
                faults.push(`${fileName(screen, theme, window.width)}: ${fault}`);
            }),
        ),
      );
      console.log(screen.name);
    }
    await writeFile(join(folder, "index.html"), renderOverview(chosen));
  } finally {
    await browser.close();
    await portal.stop();
  }
  for (const fault of faults) console.error(fault);
  console.log(join(".cache", "pictures", "index.html"));
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Context of the screens in the demonstration, with a person who must still choose their own password. */
interface PictureContext extends ScreenContext {
  readonly newMember: Person;
}

async function readPictureContext(portal: TestPortal): Promise<PictureContext> {
  const row = await portal.app.platformDb.reads
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.organization_id", "m.organization_id")
    .select(["m.person_id", "o.organization_id", "o.name", "o.practice_code"])
    .where("o.name", "=", "Praxis am Musterplatz")
    .where("m.username", "=", "redaktion")
    .executeTakeFirstOrThrow();
  const organization = { id: row.organization_id, name: row.name, practiceCode: row.practice_code };
  const newMember = await new PeopleFactory(portal).createMember(organization, "viewer", {
    mustChangePassword: true,
  });
  return { colleagueId: row.person_id, organizationId: organization.id, newMember };
}

/** Takes a screenshot and returns the parts that do not fit the window. */
async function takeScreenshot(
  browser: Browser,
  portal: TestPortal,
  screen: Screen,
  screenContext: PictureContext,
  theme: (typeof themes)[number],
  window: (typeof windows)[number],
): Promise<string[]> {
  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: window,
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  try {
    await page.addInitScript((mode) => localStorage.setItem("theme", mode), theme);
    await screen.before?.(page);
    const path = pathOf(screen, screenContext);
    // The page for unknown addresses does not ask to sign in.
    const needsLoginPage = screen.route === "*" && screen.viewer !== "anonymous";
    await page.goto(needsLoginPage ? "/login" : path);
    if (screen.viewer !== "anonymous") {
      if (screen.viewer === "must change") await fillLogin(page, screenContext.newMember.email, password);
      else await fillLogin(page, `${accounts[screen.viewer]}@example.org`, demoPassword);
      await page.getByLabel("Benutzername oder E-Mail-Adresse").waitFor({ state: "detached" });
      if (needsLoginPage) await page.goto(path);
    }
    await settle(page, screen);
    // Themes differ only in colors.
    return theme === "light" ? [...(await reflowFaults(page)), ...(await brokenWords(page))] : [];
  } finally {
    await page.screenshot({ path: join(folder, fileName(screen, theme, window.width)), fullPage: true });
    // A response that is still being changed must not fail after its page is closed.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.close();
  }
}

function fileName(screen: Screen, theme: string, width: number): string {
  return `${screen.name.replaceAll(/[^a-z0-9]+/gi, "-")}-${theme}-${width}.png`;
}

/** Renders one page with all pictures, a row per screen. */
function renderOverview(chosen: readonly Screen[]): string {
  const rows = chosen.map((screen) => {
    const images = themes.flatMap((theme) =>
      windows.map(({ width }) => {
        const file = fileName(screen, theme, width);
        return `<a href="${file}"><img src="${file}" alt="" loading="lazy" style="width:${width / 4}px"></a>`;
      }),
    );
    return `<h2>${screen.name}</h2><div style="display:flex;gap:12px;align-items:start">${images.join("")}</div>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Praxisportal</title><body style="font-family:sans-serif">${rows.join("\n")}`;
}

await main(process.argv[2] ?? "");
