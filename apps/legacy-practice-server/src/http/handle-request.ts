import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Patient, presentPatient } from "../patients/patient.ts";
import { practiceInfo } from "../practice-info.ts";
import type { Accounts } from "../sign-in/accounts.ts";
import { parseLoginBody } from "../sign-in/login-body.ts";
import type { Tokens } from "../sign-in/tokens.ts";
import { testDescriptions } from "../test-descriptions.ts";
import { readBody, sendError, sendJson, sendMalformed } from "./reply.ts";
import { delayMsOf, type Switches } from "./switches.ts";

/** State that the calls read and change. */
export type ServerState = {
  praxisId: string;
  accounts: Accounts;
  tokens: Tokens;
  patients: () => readonly Patient[];
  switches: Switches;
};

type Call = { request: IncomingMessage; response: ServerResponse; state: ServerState };

/** Handles one call. The switches that are on delay or replace its response. */
export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  state: ServerState,
): Promise<void> {
  const path = request.url?.split("?")[0] ?? "";
  const delayMs = delayMsOf(state.switches, path);
  if (delayMs > 0 && !(await waitUnlessClosed(delayMs, response))) return;
  const { refusing, status, malformed } = state.switches;
  if (refusing === true) response.destroy();
  else if (status !== undefined) sendError(response, status, "Vom Schalter „status“ verlangt.");
  else if (malformed === true) sendMalformed(response);
  else await routeCall(`${request.method} ${path}`, { request, response, state });
}

/** Returns false when the client disconnected in the meantime. */
async function waitUnlessClosed(delayMs: number, response: ServerResponse): Promise<boolean> {
  const closing = new AbortController();
  const abort = () => closing.abort();
  response.once("close", abort);
  try {
    await wait(delayMs, undefined, { signal: closing.signal });
    return true;
  } catch {
    return false;
  } finally {
    response.off("close", abort);
  }
}

async function routeCall(methodAndPath: string, call: Call): Promise<void> {
  const { state } = call;
  switch (methodAndPath) {
    case "GET /api/health":
      return send(call, 200, { status: "ok" });
    case "POST /api/login":
      return logIn(call);
    case "POST /api/logout":
      return whenSignedIn(call, (token) => {
        state.tokens.forget(token);
        call.response.writeHead(204).end();
      });
    case "GET /api/praxis":
      return whenSignedIn(call, () => send(call, 200, practiceInfo(state.praxisId)));
    case "GET /api/patienten":
      return whenSignedIn(call, () => sendList(call, state.patients().map(presentPatient)));
    case "GET /api/test-descriptions":
      return whenSignedIn(call, () => sendList(call, testDescriptions));
    default:
      return sendError(call.response, 404, "Diese Adresse gibt es nicht.");
  }
}

async function logIn(call: Call): Promise<void> {
  const { request, response, state } = call;
  const body = parseLoginBody(await readBody(request));
  if (body === undefined) return sendError(response, 400, "Die Anmeldung ist unvollständig.");
  if (body.praxisId !== state.praxisId) return sendError(response, 403, otherPracticeMessage);
  const result = state.accounts.logIn(body.username, body.password);
  switch (result.outcome) {
    case "locked":
      return sendError(response, 423, "Das Konto ist gesperrt.");
    case "wrong":
      return sendError(response, 401, "Benutzername oder Passwort ist falsch.");
    case "signed-in": {
      const { name, username } = result.account;
      const practice = practiceInfo(state.praxisId);
      return send(call, 200, {
        token: state.tokens.issue(),
        user: { name, username },
        praxis: { id: practice.id, name: practice.name },
      });
    }
  }
}

const otherPracticeMessage = "Dieser Server gehört zu einer anderen Praxis.";

/** Requires a bearer token and, if the call names a practice, this practice. */
function whenSignedIn({ request, response, state }: Call, handle: (token: string) => void): void {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token === undefined || !state.tokens.isValid(token)) {
    return sendError(response, 401, "Bitte melden Sie sich an.");
  }
  const requestedPraxisId = request.headers["x-praxis-id"];
  if (requestedPraxisId !== undefined && requestedPraxisId !== state.praxisId)
    return sendError(response, 403, otherPracticeMessage);
  handle(token);
}

function sendList(call: Call, rows: readonly unknown[]): void {
  send(call, 200, call.state.switches.shape === "array" ? rows : { data: rows });
}

function send({ response, state }: Call, status: number, body: unknown): void {
  sendJson(response, status, body, { isOversized: state.switches.oversized === true });
}
