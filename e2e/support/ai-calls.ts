import { password, type Person } from "./people.ts";
import type { TestPortal } from "./portal.ts";

/** Signs in an organization's AI manager outside the tested browser, and returns their requests. */
export async function aiManager(portal: TestPortal, owner: Person) {
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const response = await fetch(new URL(path, portal.url), {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const result = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(result)}`);
    return result;
  };
  const { accessToken } = await send("POST", "/api/v1/auth/login", { email: owner.email, password });
  const token = String(accessToken);
  return {
    /** Meets the requirements of the strictest policy for the organization. */
    approve: (provider: string) =>
      send(
        "PUT",
        `/api/ai/providers/${provider}/approval`,
        {
          approved: true,
          professionalSecrecyAgreedOn: "2026-01-02",
          processingAgreement: { version: "1.0", date: "2026-01-02" },
        },
        token,
      ),
    /** Limits a member's usage this month, in units. */
    setLimit: (userId: string, limit: number) =>
      send("PUT", "/api/billing/quota", { people: [{ userId, limit }] }, token),
    /** Returns a member's usage this month, in units; 0 while an amount is held. */
    usedUnits: async (userId: string) => {
      const quota = await send("GET", "/api/billing/quota", undefined, token);
      const people = quota["people"] as { userId: string; used: number; held: number }[];
      const ownBudget = people.find((person) => person.userId === userId);
      return ownBudget?.held === 0 ? ownBudget.used : 0;
    },
    stop: (reason: string) => send("PUT", "/api/ai/switches/organization", { stopped: true, reason }, token),
  };
}
