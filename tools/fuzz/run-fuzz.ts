import type { Endpoint } from "@praxisportal/contract/endpoint";
import fc from "fast-check";
import { asForm, formType } from "./as-form.ts";
import { Lanes } from "./lanes.ts";
import type { FuzzEnvironment, Session } from "./fuzz-environment.ts";
import { checkResponse } from "./check-response.ts";
import { type RequestCase, requestCases } from "./request-cases.ts";
import { type RawResponse, sendRaw } from "./send-raw.ts";
import { type Placeholder, placeholders } from "./schema-values.ts";
import { casesWithoutInput, sweepCases, sweepShare } from "./sweep-cases.ts";

/** Result of a run. */
export interface FuzzReport {
  readonly cases: number;
  /** Number of responses by call and status. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly slowestMs: number;
  /** Faults with their request, which can be sent again. */
  readonly faults: readonly string[];
}

export interface FuzzOptions {
  readonly cases: number;
  readonly seed: number;
  readonly endpoints: readonly Endpoint[];
  /** Share of the sweep that is sent: one of this many cases. */
  readonly sweepShare: number;
}

/** Properties that run concurrently, each with its own seed and its share of the cases. */
const workerCount = 4;
/** Maximum response time. A slower response is a fault. */
const slowMs = 1_000;
/** Number of repetitions of a slow case while no other case runs, because it may have waited for others. */
const slowRepeats = 3;
/** Sweep faults beyond this number are not reported. */
const maxFaults = 20;
/** Cases that a lane sends between two checks of the portal, which also renew its test data. */
const refillEvery = 100;

/**
 * Sends the sweep (every field of every call with every edge-case value) first, then random cases. A lane stops at its
 * first fault and shrinks it.
 */
export async function runFuzz(
  environment: FuzzEnvironment,
  { cases, seed, endpoints, sweepShare: share }: FuzzOptions,
): Promise<FuzzReport> {
  const responses = new Map<string, Map<number, number>>();
  const faults: string[] = [];
  let triedCount = 0;
  let slowestMs = 0;
  const initialRows = await environment.readOtherOrganization();
  await environment.resetState();
  const recordResponse = (name: string, { status, ms }: RawResponse) => {
    triedCount += 1;
    slowestMs = Math.max(slowestMs, ms);
    const byStatus = responses.get(name) ?? new Map<number, number>();
    responses.set(name, byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
  };
  const sweep = [...sweepShare(sweepCases(endpoints), share, seed), ...casesWithoutInput(endpoints)];
  const lanes = new Lanes();
  const runWorker = async (index: number) => {
    let casesInWorker = 0;
    const runCase = async (request: RequestCase) => {
      casesInWorker += 1;
      if (casesInWorker % refillEvery === 0) await checkHealth(environment, initialRows);
      const upload = endpoints.find(({ name }) => name === request.endpoint)?.upload;
      const { response, requestText, isPlatform } = await lanes.share(() =>
        send(environment, request, upload),
      );
      recordResponse(request.endpoint, response);
      const fault =
        checkResponse(request, response, endpoints) ??
        (isPlatform ? undefined : environment.findLeak(response.text)) ??
        (await slownessOf(response.ms, () =>
          lanes.alone(async () => (await send(environment, request, upload)).response.ms),
        ));
      if (fault !== undefined) throw new Error(`${fault}\n${requestText}`);
    };
    for (const request of sweep.filter((_, at) => at % workerCount === index)) {
      await runCase(request).catch((error: unknown) => faults.push(`${String(error)}\n  in the sweep`));
      if (faults.length > maxFaults) return;
    }
    const property = fc.asyncProperty(requestCases(endpoints), runCase);
    const numRuns = Math.ceil(cases / workerCount);
    const result = await fc.check(property, { seed: seed * workerCount + index, numRuns, maxSkipsPerRun: 0 });
    if (result.failed) faults.push(describe(result));
  };
  await Promise.all(Array.from({ length: workerCount }, (_, index) => runWorker(index)));
  await checkHealth(environment, initialRows).catch((error: unknown) => faults.push(String(error)));
  return { cases: triedCount, responses, slowestMs, faults };
}

/** Returns a message if a case is too slow on every attempt. */
export async function slownessOf(
  firstMs: number,
  repeatCase: () => Promise<number>,
): Promise<string | undefined> {
  let fastestMs = firstMs;
  for (let repeat = 0; repeat < slowRepeats && fastestMs > slowMs; repeat += 1)
    fastestMs = Math.min(fastestMs, await repeatCase());
  return fastestMs > slowMs ? `took at least ${Math.round(fastestMs)} ms` : undefined;
}

/**
 * Sends a case as its principal. A call that takes a file gets a form. If the case ends the principal's session, the
 * next case gets a new one.
 */
async function send(
  environment: FuzzEnvironment,
  request: RequestCase,
  upload: string | undefined,
): Promise<{ response: RawResponse; requestText: string; isPlatform: boolean }> {
  const session = await environment.session(request.principal);
  const fill = (text: string) => fillIn(environment, session, text);
  const ownHeaders = session.headers.filter(
    ([name]) => !request.headers.some(([unusualName]) => unusualName === name),
  );
  const host = new URL(environment.portal.url).host;
  const overridesHost = request.headers.some(([name]) => name === "host");
  const headers = [...(overridesHost ? [] : [["host", host] as const]), ...ownHeaders, ...request.headers];
  const form =
    upload === undefined || typeof request.body !== "string" ? undefined : asForm(fill(request.body), upload);
  const raw = {
    method: request.method,
    target: fill(request.target),
    headers: headers.map(([name, value]) => [name, contentTypeOf(fill(value), form)] as const),
    body: form ?? toBytes(request.body, fill),
    framing: request.framing,
  };
  const requestText = [
    `as ${request.principal}: ${raw.method} ${raw.target.slice(0, 500)} (${raw.framing})`,
    ...raw.headers.map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`),
    `  ${raw.body?.toString("utf8").slice(0, 1000) ?? ""}`,
  ].join("\n");
  const response = await sendRaw(environment.port, raw).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${requestText}`);
  });
  const isSent = session.headers.length > 0 && ownHeaders.length === session.headers.length;
  if (isSent && (response.status === 401 || endsSession(request))) environment.dropSession(request.principal);
  return { response, requestText, isPlatform: session.isPlatform };
}

/** Returns the content type to send. A form made from a JSON object gets the form's type, but an odd type is kept. */
function contentTypeOf(value: string, form: Buffer | undefined): string {
  return form !== undefined && value === "application/json" ? formType : value;
}

function toBytes(body: RequestCase["body"], fill: (text: string) => string): Buffer | undefined {
  if (body === undefined) return undefined;
  return typeof body === "string" ? Buffer.from(fill(body)) : Buffer.from(body.hex, "hex");
}

/** Returns whether a call invalidates the principal's tokens. */
function endsSession({ endpoint }: RequestCase): boolean {
  return ["auth.logout", "auth.refresh", "auth.changePassword"].includes(endpoint);
}

const placeholderNames = new Set<string>([...placeholders, "origin"]);

function fillIn(environment: FuzzEnvironment, session: Session, text: string): string {
  return text
    .split("§")
    .map((part, index) =>
      index % 2 === 1 && placeholderNames.has(part)
        ? environment.valueOf(part as Placeholder, session)
        : part,
    )
    .join("");
}

/** Throws unless the portal is ready, Object.prototype is unchanged and the other organization is untouched. */
async function checkHealth(environment: FuzzEnvironment, initialRows: string): Promise<void> {
  const ready = await fetch(new URL("/readyz", environment.portal.url), {
    signal: AbortSignal.timeout(5000),
  });
  if (ready.status !== 200) throw new Error(`the portal is no longer ready: ${ready.status}`);
  if ("polluted" in {} || "isAdmin" in {}) throw new Error("a request changed the prototype of all objects");
  const currentRows = await environment.readOtherOrganization();
  if (currentRows !== initialRows)
    throw new Error(`a request changed another organization:\n${initialRows}\n${currentRows}`);
  await environment.resetState();
}

function describe(result: fc.RunDetails<[RequestCase]>): string {
  const reason = result.errorInstance instanceof Error ? result.errorInstance.message : "unknown";
  const [small] = result.counterexample ?? [];
  return `${reason}\n  case ${JSON.stringify(small).slice(0, 1500)}\n  after ${result.numRuns} cases of its lane, shrunk ${result.numShrinks} times`;
}
