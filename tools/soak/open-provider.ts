import { signInAs } from "./profile-writer.ts";

/** The model that {@link registerUnlimitedProvider} makes usable. */
export const mockModel = { provider: "vllm", model: "mock" } as const;

/**
 * Registers a program on this machine as an AI provider that the demonstration organization may use without
 * limits.
 *
 * @param origin the portal's origin; the portal must allow calls to `upstream` (OUTGOING_ALLOWED_ORIGINS)
 * @returns headers of the organization's owner
 */
export async function registerUnlimitedProvider(
  origin: string,
  upstream: string,
): Promise<Record<string, string>> {
  const callers = {
    operator: await headersOf(origin, "plattform"),
    owner: await headersOf(origin, "inhaberin"),
  };
  await allowProvider(origin, upstream, callers);
  return callers.owner;
}

/** Headers of a platform account, and of an administrator of the organization who manages its AI. */
type Callers = Record<"operator" | "owner", Record<string, string>>;

/**
 * Registers a program on this machine as a provider and approves it for the organization of the owner.
 *
 * @param limit monthly tokens of the organization; null: no limit
 */
export async function allowProvider(
  origin: string,
  upstream: string,
  { operator, owner }: Callers,
  limit: number | null = null,
): Promise<void> {
  await sendPut(origin, `/api/ai/providers/${mockModel.provider}/credentials`, operator, {
    baseUrl: `${upstream}/v1`,
    models: [
      {
        model: mockModel.model,
        kind: "chat",
        maxOutputTokens: 4_000,
        prices: { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } },
      },
    ],
    region: "local",
    establishment: "de",
    retentionDays: 0,
    trainsOnData: false,
    enabled: true,
  });
  await sendPut(origin, `/api/ai/providers/${mockModel.provider}/approval`, owner, {
    approved: true,
    professionalSecrecyAgreedOn: "2026-01-02",
    processingAgreement: { version: "1", date: "2026-01-02" },
    models: null,
  });
  // The plan and the budget of the demonstration are too small.
  const limits = `/api/tenant/organizations/${owner["x-organization-id"]}/limits`;
  await sendPut(origin, limits, operator, { monthlyTokens: 1_000_000_000_000 });
  const quota = { limit, limitMicros: null, personLimit: null, personLimitMicros: null };
  await sendPut(origin, "/api/billing/quota", owner, quota);
}

async function headersOf(origin: string, username: string): Promise<Record<string, string>> {
  const { token, organizationId } = await signInAs(origin, username);
  return {
    authorization: `Bearer ${token}`,
    ...(organizationId !== null && { "x-organization-id": organizationId }),
  };
}

async function sendPut(
  origin: string,
  path: string,
  headers: Record<string, string>,
  value: object,
): Promise<void> {
  const response = await fetch(origin + path, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(value),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}
