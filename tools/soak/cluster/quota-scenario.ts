import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { allowProvider, mockModel } from "../open-provider.ts";
import { emails, password } from "./cluster-database.ts";
import { FailoverCluster } from "./failover-cluster.ts";
import { type Check, promotedAfterMs } from "./failover-scenarios.ts";
import { MeteredProvider } from "./metered-provider.ts";

const fault = "primary killed, AI budget at its limit";
const callers = 24;
const maxTokens = 200;
/** Monthly tokens of the organization, all of which the calls soon hold. */
const limit = 24_000;
/** Callers stop after this many consecutive refusals by the budget. */
const refusalsInARow = 8;
const retryMs = 100;
const callMs = 60_000;
const openMaxMs = 90_000;

/**
 * Kills the primary while the AI calls of an organization hold the rest of its budget, through three portals, and
 * promotes the standby. The booked usage must equal the usage that the provider served, and never exceed the budget.
 */
export async function killPrimaryAtBudgetLimit(folder: string): Promise<Check[]> {
  const provider = new MeteredProvider();
  const upstream = await provider.start();
  const cluster = await FailoverCluster.start(join(folder, "budget"), {
    // Platform accounts would have to set up a second factor first.
    FEATURE_TWO_FACTOR: "off",
    OUTGOING_ALLOWED_ORIGINS: upstream,
    AI_CALLS_PER_PERSON: "100",
  });
  const { primary, standby } = cluster.servers;
  const { origin } = cluster.front;
  const { organizationId } = cluster.organization;
  const matchesOrganization = `organization_id = '${organizationId}'`;
  try {
    const operator = await headersOf(origin, emails.operator);
    const owner = { ...(await headersOf(origin, emails.administrator)), "x-organization-id": organizationId };
    await allowProvider(origin, upstream, { operator, owner }, limit);
    const statuses = new Map<string, number>();
    const working = Array.from({ length: callers }, (_, index) => {
      const portal = cluster.portals[index % cluster.portals.length];
      return callUntilRefused(portal?.origin ?? "", owner, statuses);
    });
    while (![...statuses.keys()].some(isRefusal)) await sleep(20);
    await primary.kill();
    await sleep(promotedAfterMs);
    await standby.promote();
    await Promise.all(working);
    for (const [status, count] of statuses) console.log(`${fault}: ${count} × ${status}`);

    // If its process does not release a hold, the job for lost calls does, but too late.
    const queryNumber = (text: string) =>
      standby.query<{ count: number }>(text, "portal").then(([row]) => row?.count ?? -1);
    const endedAt = performance.now();
    const countOpenCalls = () =>
      queryNumber(`select count(*)::int as count from ai_call where ${matchesOrganization}`);
    while ((await countOpenCalls()) > 0 && performance.now() - endedAt < openMaxMs) await sleep(100);
    const releasedMs = performance.now() - endedAt;
    const events = `from ai_usage_event where ${matchesOrganization}`;
    const calls = await queryNumber(`select count(*)::int as count ${events} and budget_tokens > 0`);
    const tokens = await queryNumber(`select coalesce(sum(budget_tokens), 0)::int as count ${events}`);
    const balance = await queryNumber(
      `select (used_tokens + held_tokens)::int as count from ai_balance
      where ${matchesOrganization} and person_id = '00000000-0000-0000-0000-000000000000'`,
    );
    console.log(
      `${fault}: served ${JSON.stringify(provider.served)}, booked ${calls} calls, ${tokens} of ${limit} tokens`,
    );
    const count = (fact: string, measured: number): Check => ({ fault, fact, measured, max: 0, unit: "" });
    const otherResponses = [...statuses].filter(
      ([status]) => !/^(200|503) /.test(status) && !isRefusal(status),
    );
    return [
      count("tokens beyond the budget", Math.max(0, tokens - limit)),
      count("calls served and not booked", Math.max(0, provider.served.calls - calls)),
      count("calls booked and not served", Math.max(0, calls - provider.served.calls)),
      count("difference of served and booked tokens", Math.abs(provider.served.tokens - tokens)),
      count("difference of balance and booked tokens", Math.abs(balance - tokens)),
      count(
        "responses other than 2xx, 503 and QUOTA_EXCEEDED",
        otherResponses.reduce((sum, [, responseCount]) => sum + responseCount, 0),
      ),
      { fault, fact: "last hold released", measured: releasedMs, max: 5_000, unit: "ms" },
    ];
  } finally {
    await cluster.stop();
    provider.stop();
  }
}

/** Makes calls until the budget refuses them. Calls interrupted by the failover are repeated. */
async function callUntilRefused(
  origin: string,
  headers: Record<string, string>,
  statuses: Map<string, number>,
): Promise<void> {
  const body = JSON.stringify({ ...mockModel, prompt: "Bitte kurz zusammenfassen.", maxTokens });
  for (let refusals = 0; refusals < refusalsInARow;) {
    const status = await statusOf(origin, headers, body);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    refusals = isRefusal(status) ? refusals + 1 : 0;
    if (!status.startsWith("200 ")) await sleep(retryMs);
  }
}

function isRefusal(status: string): boolean {
  return status.endsWith(" QUOTA_EXCEEDED");
}

async function statusOf(origin: string, headers: Record<string, string>, body: string): Promise<string> {
  try {
    const response = await fetch(`${origin}/api/ai/proxy`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      signal: AbortSignal.timeout(callMs),
    });
    const text = await response.text();
    return `${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ""}`;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: Error };
    return `0 ${cause?.message ?? message}`;
  }
}

async function headersOf(origin: string, email: string): Promise<Record<string, string>> {
  const response = await fetch(`${origin}/api/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken } = (await response.json()) as { accessToken?: string };
  if (accessToken === undefined) throw new Error(`the sign-in of ${email} returned ${response.status}`);
  return { authorization: `Bearer ${accessToken}` };
}
