import type { Browser, Page } from "@playwright/test";
import type { Person } from "./people.ts";
import type { TestPortal } from "./portal.ts";
import { signIn } from "./test.ts";

/** Opens a page in a browser of its own, in which only this person is signed in. The test closes its context. */
export async function openAs(
  browser: Browser,
  portal: TestPortal,
  person: Person,
  path = "/dashboard",
): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url, locale: "de-DE" });
  const page = await context.newPage();
  await signIn(page, person, path);
  return page;
}
