import { randomInt } from "node:crypto";
import { WebSocket } from "ws";
import { password } from "../../e2e/support/people.ts";
import type { ApiResponse, RaceEnvironment } from "./race-environment.ts";

/** Parallel attempts, of which exactly one must succeed in every round. */
export type Race = {
  readonly name: string;
  /** Allowed outcomes of the unsuccessful attempts. */
  readonly refusals: readonly string[];
  /** Prepares a round; the returned function makes the `parallel` attempts at once. */
  readonly prepare: (environment: RaceEnvironment, parallel: number) => Promise<() => Promise<RaceResult>>;
};

/** Number of successes, counted in the stored state, and the outcome of every attempt. */
export type RaceResult = { successes: number; outcomes: readonly string[] };

const repeat = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_unused, index) => make(index));

function countSuccesses(responses: readonly ApiResponse[], success: number): RaceResult {
  return {
    successes: responses.filter(({ status }) => status === success).length,
    outcomes: responses.map(({ outcome }) => outcome),
  };
}

/**
 * Counts the new generations of a refresh race. Every refresh must return the same values, and create one generation.
 */
function countGenerations(
  responses: readonly ApiResponse[],
  values: readonly string[],
  createdCount: number,
): RaceResult {
  return {
    successes: new Set(values).size === 1 ? createdCount : values.length,
    outcomes: responses.map(({ outcome }) => outcome),
  };
}

const rateLimited = "429 TOO_MANY_ATTEMPTS";
const wrongCode = "400 CODE_INVALID";

export const races: readonly Race[] = [
  {
    name: "session refresh",
    refusals: [],
    async prepare(environment, parallel) {
      const signedIn = await environment.signIn(await environment.member(), true);
      const count = async () =>
        (
          await environment.sql<{ count: string }>(
            `select count(*) from device_secret join session using (device_id) where session.person_id = $1`,
            [signedIn.person.id],
          )
        )[0]?.count;
      const countBefore = Number(await count());
      return async () => {
        const credentials = { cookie: signedIn.cookie, isBrowser: true };
        const responses = await Promise.all(
          repeat(parallel, () => environment.post("/auth/refresh", {}, credentials)),
        );
        const newTokens = Number(await count()) - countBefore;
        return countGenerations(
          responses,
          responses.map(({ cookie }) => cookie),
          newTokens,
        );
      };
    },
  },
  {
    name: "backup code",
    refusals: [wrongCode, rateLimited],
    async prepare(environment, parallel) {
      const { person, codes } = await environment.withSecondFactor();
      const tokens = await environment.startSecondSteps(person, parallel);
      return async () => {
        const body = { backupCode: codes[randomInt(codes.length)] };
        const responses = tokens.map((tempToken) =>
          environment.post("/auth/verify-2fa", { tempToken, ...body }),
        );
        return countSuccesses(await Promise.all(responses), 200);
      };
    },
  },
  {
    name: "authenticator code",
    refusals: [wrongCode, rateLimited],
    async prepare(environment, parallel) {
      const { person, app } = await environment.withSecondFactor();
      const tokens = await environment.startSecondSteps(person, parallel);
      return async () => {
        const totpCode = app.code();
        const responses = tokens.map((tempToken) =>
          environment.post("/auth/verify-2fa", { tempToken, totpCode }),
        );
        return countSuccesses(await Promise.all(responses), 200);
      };
    },
  },
  {
    name: "reset link",
    refusals: ["400 LINK_INVALID"],
    async prepare(environment, parallel) {
      const token = await environment.resetLink(await environment.member());
      return async () => {
        const responses = repeat(parallel, (index) =>
          environment.post("/auth/password-reset/confirm", {
            token,
            newPassword: `Blaue-Treppe-${100 + index}`,
          }),
        );
        return countSuccesses(await Promise.all(responses), 204);
      };
    },
  },
  {
    name: "one-time code",
    refusals: [wrongCode, rateLimited],
    async prepare(environment, parallel) {
      const owner = await environment.signIn(await environment.member("org_admin"));
      const person = await environment.member();
      const issued = await environment.post(
        `/users/manage/${person.id}/recovery-code`,
        { purpose: "password" },
        { accessToken: owner.accessToken },
      );
      return async () => {
        const responses = repeat(parallel, (index) =>
          environment.post("/auth/password-reset/code", {
            name: person.email,
            code: issued.body["code"],
            newPassword: `Blaue-Treppe-${100 + index}`,
          }),
        );
        return countSuccesses(await Promise.all(responses), 204);
      };
    },
  },
  {
    name: "websocket ticket",
    refusals: ["1008"],
    async prepare(environment, parallel) {
      const { accessToken } = await environment.signIn(await environment.member());
      const { body } = await environment.post("/auth/ws-ticket", {}, { accessToken });
      const url = `${environment.portal.url.replace("http", "ws")}/ws?token=${String(body["ticket"])}`;
      return async () => {
        const outcomes = await Promise.all(repeat(parallel, () => openSocket(url)));
        return { successes: outcomes.filter((outcome) => outcome === "open").length, outcomes };
      };
    },
  },
  {
    name: "organization token",
    refusals: [],
    async prepare(environment, parallel) {
      const { email } = await environment.member();
      const application = { organizationId: environment.organization.id, applicationId: "kasse" };
      const issued = await environment.post("/org-tokens/authenticate", {
        ...application,
        email,
        password,
        applicationType: "desktop",
      });
      const { refreshToken, tokenId } = issued.body;
      const count = async () =>
        (
          await environment.sql<{ count: string }>(
            "select count(distinct generation) from org_token_secret where token_id = $1",
            [tokenId],
          )
        )[0]?.count;
      const countBefore = Number(await count());
      return async () => {
        const body = { ...application, refreshToken };
        const responses = await Promise.all(
          repeat(parallel, () => environment.post("/org-tokens/refresh", body)),
        );
        const newTokens = Number(await count()) - countBefore;
        return countGenerations(
          responses,
          responses.map((response) => String(response.body["refreshToken"])),
          newTokens,
        );
      };
    },
  },
];

/** Tries to open a WebSocket. Returns `open`, or the code of the refusal. */
function openSocket(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.on("message", () => {
      resolve("open");
      socket.terminate();
    });
    socket.on("close", (code) => resolve(String(code)));
    socket.on("error", (error) => resolve(error.message));
  });
}
