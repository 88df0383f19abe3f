import type { Browser, BrowserContextOptions } from "@playwright/test";
import { type BenchPortal, demoPassword } from "./portal.ts";

/** The part of a row of the web app's route table that the benchmarks need. */
export type RouteRow = { path: string; access: { kind: "public" | "login"; roles?: readonly string[] } };

/** Loads the route table from its source, because the web app's modules belong to another TypeScript project. */
export async function routeRows(): Promise<RouteRow[]> {
  const file = new URL("../../apps/web/src/app/router/route-table.ts", import.meta.url).href;
  const { routeTable } = (await import(file)) as { routeTable: Record<string, RouteRow> };
  return Object.values(routeTable);
}

type StorageState = Exclude<BrowserContextOptions["storageState"], string | undefined>;

/**
 * Browser states: signed out, or with the session of a user who may open every page of an organization or of the
 * platform.
 */
export type Visitors = {
  anonymous: StorageState;
  administrator: StorageState;
  operator: StorageState;
  /** Values for the parameters of the paths, by name. */
  params: Readonly<Record<string, string>>;
};

async function signedInState(browser: Browser, portal: BenchPortal, username: string): Promise<StorageState> {
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

/** A well-formed but invalid token. Its page still loads. */
const invalidToken = "x".repeat(43);
/** An id that does not exist, for an empty list of the demonstration. Its page still loads. */
const unknownId = "01900000-0000-7000-8000-000000000000";

/** Returns the id of the last entry of a list. */
async function lastIdOf(
  portal: BenchPortal,
  username: string,
  path: (id: string) => string,
): Promise<string> {
  const { accessToken, organizationId } = await portal.signIn(username);
  const response = await fetch(`${portal.baseUrl}${path(organizationId)}`, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      ...(organizationId !== "" && { "x-organization-id": organizationId }),
    },
  });
  if (!response.ok) throw new Error(`${path(organizationId)} answered ${response.status}`);
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data.at(-1)?.id ?? unknownId;
}

/** Signs in the owner of the demonstration organization and the operator. */
export async function visitors(browser: Browser, portal: BenchPortal): Promise<Visitors> {
  const administrator = await signedInState(browser, portal, "inhaberin");
  const operator = await signedInState(browser, portal, "plattform");
  const { organizationId } = await portal.signIn("inhaberin");
  const params = {
    id: organizationId,
    userId: await lastIdOf(portal, "inhaberin", (id) => `/api/v1/organizations/${id}/users?limit=20`),
    webhookId: await lastIdOf(portal, "inhaberin", (id) => `/api/tenant/organizations/${id}/webhooks`),
    invoiceId: await lastIdOf(portal, "plattform", () => "/api/tenant/invoices"),
    token: invalidToken,
  };
  return { anonymous: { cookies: [], origins: [] }, administrator, operator, params };
}

/** Returns the browser state that may open the page of a row. */
export function visitorOf(
  { access }: RouteRow,
  { anonymous, administrator, operator }: Visitors,
): StorageState {
  if (access.kind === "public") return anonymous;
  return access.roles === undefined || access.roles.includes("org_admin") ? administrator : operator;
}

/** Returns the URL path for a row of the route table. */
export function addressOf(path: string, { params }: Pick<Visitors, "params">): string {
  return path.replaceAll(/\$(\w+)/g, (_parameter, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`no value is known for $${name} of ${path}`);
    return value;
  });
}
