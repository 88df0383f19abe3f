import type { Browser, BrowserContextOptions } from "@playwright/test";
import { type BenchPortal, demoPassword } from "./portal.ts";

/** The part of a row of the web app's route table that is needed here. */
export type RouteRow = { path: string; access: { kind: "public" | "login"; roles?: readonly string[] } };

/** Loads the route table from its source; the web app's modules belong to another TypeScript project. */
export async function routeRows(): Promise<RouteRow[]> {
  const file = new URL("../../apps/web/src/app/router/route-table.ts", import.meta.url).href;
  const { routeTable } = (await import(file)) as { routeTable: Record<string, RouteRow> };
  return Object.values(routeTable);
}

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/**
 * Browser states: signed out, or the session of a user who may open every page of an organization or of the
 * platform.
 */
export type Visitors = {
  anonymous: StorageState;
  administrator: StorageState;
  operator: StorageState;
  memberId: string;
  organizationId: string;
};

async function signedIn(browser: Browser, portal: BenchPortal, username: string): Promise<StorageState> {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  await page.goto(`${portal.baseUrl}/login`);
  await page.getByLabel(/Benutzername/).fill(username);
  await page.getByLabel("Passwort", { exact: true }).fill(demoPassword);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByRole("button", { name: /^Menü von/ }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/**
 * Signs in the owner of the demonstration organization, whose id is `organizationId`, and the operator. `memberId` is a
 * member the owner can see.
 */
export async function visitors(browser: Browser, portal: BenchPortal): Promise<Visitors> {
  const administrator = await signedIn(browser, portal, "inhaberin");
  const operator = await signedIn(browser, portal, "plattform");
  const { accessToken, organizationId } = await portal.signIn("inhaberin");
  const response = await fetch(`${portal.baseUrl}/api/v1/organizations/${organizationId}/users?limit=20`, {
    headers: { authorization: `Bearer ${accessToken}`, "x-organization-id": organizationId },
  });
  const { data } = (await response.json()) as { data: { id: string }[] };
  const memberId = data.at(-1)?.id;
  if (memberId === undefined) throw new Error("the demonstration has no member");
  return { anonymous: { cookies: [], origins: [] }, administrator, operator, memberId, organizationId };
}

/** Returns the browser state that may open the page of a row. */
export function visitorOf(
  { access }: RouteRow,
  { anonymous, administrator, operator }: Visitors,
): StorageState {
  if (access.kind === "public") return anonymous;
  return access.roles === undefined || access.roles.includes("org_admin") ? administrator : operator;
}

/** A well-formed token that is not valid; its page loads all the same. */
const deadToken = "x".repeat(43);

/** Returns the URL path for a row of the route table. */
export function addressOf(
  path: string,
  { memberId, organizationId }: Pick<Visitors, "memberId" | "organizationId">,
): string {
  return path.replace("$userId", memberId).replace("$id", organizationId).replace("$token", deadToken);
}
