import { randomInt } from "node:crypto";
import { WebSocket } from "ws";
import { password } from "../../e2e/support/people.ts";
import type { Answer, RaceWorld } from "./race-world.ts";

/** What every round of a race must yield. */
export type Race = {
  readonly name: string;
  /** Allowed outcomes of the unsuccessful attempts. */
  readonly refusals: readonly string[];
  /** Prepares a round; the returned function makes the `parallel` attempts at once. */
  readonly begin: (world: RaceWorld, parallel: number) => Promise<() => Promise<RaceResult>>;
};

/** Number of successes, counted in the stored state, and the outcome of every attempt. */
export type RaceResult = { successes: number; outcomes: readonly string[] };

const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_unused, index) => make(index));

async function postAll(answers: readonly Promise<Answer>[]): Promise<Answer[]> {
  return Promise.all(answers);
}

function oneOf(answers: readonly Answer[], success: number): RaceResult {
  return {
    successes: answers.filter(({ status }) => status === success).length,
    outcomes: answers.map(({ outcome }) => outcome),
  };
}

/** Every refresh succeeds with the same values; there must be one new generation. */
function oneGeneration(answers: readonly Answer[], values: readonly string[], made: number): RaceResult {
  return {
    successes: new Set(values).size === 1 ? made : values.length,
    outcomes: answers.map(({ outcome }) => outcome),
  };
}

const tooMany = "429 TOO_MANY_ATTEMPTS";
const wrongCode = "400 CODE_INVALID";

export const races: readonly Race[] = [
  {
    name: "refresh",
    refusals: [],
    async begin(world, parallel) {
      const signedIn = await world.signIn(await world.member(), true);
      const count = async () =>
        (
          await world.sql<{ count: string }>(
            `select count(*) from device_secret join session using (device_id) where session.person_id = $1`,
            [signedIn.person.id],
          )
        )[0]?.count;
      const before = Number(await count());
      return async () => {
        const who = { cookie: signedIn.cookie, isBrowser: true };
        const answers = await postAll(times(parallel, () => world.post("/auth/refresh", {}, who)));
        const newOnes = Number(await count()) - before;
        return oneGeneration(
          answers,
          answers.map(({ cookie }) => cookie),
          newOnes,
        );
      };
    },
  },
  {
    name: "backup code",
    refusals: [wrongCode, tooMany],
    async begin(world, parallel) {
      const { person, codes } = await world.withSecondFactor();
      const tokens = await world.firstSteps(person, parallel);
      return async () => {
        const body = { backupCode: codes[randomInt(codes.length)] };
        const answers = tokens.map((tempToken) => world.post("/auth/verify-2fa", { tempToken, ...body }));
        return oneOf(await postAll(answers), 200);
      };
    },
  },
  {
    name: "code of the app",
    refusals: [wrongCode, tooMany],
    async begin(world, parallel) {
      const { person, app } = await world.withSecondFactor();
      const tokens = await world.firstSteps(person, parallel);
      return async () => {
        const totpCode = app.code();
        const answers = tokens.map((tempToken) => world.post("/auth/verify-2fa", { tempToken, totpCode }));
        return oneOf(await postAll(answers), 200);
      };
    },
  },
  {
    name: "reset link",
    refusals: ["400 LINK_INVALID"],
    async begin(world, parallel) {
      const token = await world.resetLink(await world.member());
      return async () => {
        const answers = times(parallel, (index) =>
          world.post("/auth/password-reset/confirm", { token, newPassword: `Blaue-Treppe-${100 + index}` }),
        );
        return oneOf(await postAll(answers), 204);
      };
    },
  },
  {
    name: "one-time code",
    refusals: [wrongCode, tooMany],
    async begin(world, parallel) {
      const owner = await world.signIn(await world.member("org_admin"));
      const person = await world.member();
      const made = await world.post(
        `/users/manage/${person.id}/rescue-code`,
        { purpose: "password" },
        { accessToken: owner.accessToken },
      );
      return async () => {
        const answers = times(parallel, (index) =>
          world.post("/auth/password-reset/code", {
            name: person.email,
            code: made.body["code"],
            newPassword: `Blaue-Treppe-${100 + index}`,
          }),
        );
        return oneOf(await postAll(answers), 204);
      };
    },
  },
  {
    name: "websocket ticket",
    refusals: ["1008"],
    async begin(world, parallel) {
      const { accessToken } = await world.signIn(await world.member());
      const { body } = await world.post("/auth/ws-ticket", {}, { accessToken });
      const url = `${world.portal.url.replace("http", "ws")}/ws?token=${String(body["ticket"])}`;
      return async () => {
        const outcomes = await Promise.all(times(parallel, () => openOnce(url)));
        return { successes: outcomes.filter((outcome) => outcome === "open").length, outcomes };
      };
    },
  },
  {
    name: "token of an application",
    refusals: [],
    async begin(world, parallel) {
      const { email } = await world.member();
      const application = { organizationId: world.practice.id, applicationId: "kasse" };
      const made = await world.post("/org-tokens/authenticate", {
        ...application,
        email,
        password,
        applicationType: "desktop",
      });
      const { refreshToken, tokenId } = made.body;
      const count = async () =>
        (
          await world.sql<{ count: string }>(
            "select count(distinct generation) from org_token_secret where token_id = $1",
            [tokenId],
          )
        )[0]?.count;
      const before = Number(await count());
      return async () => {
        const body = { ...application, refreshToken };
        const answers = await postAll(times(parallel, () => world.post("/org-tokens/refresh", body)));
        const newOnes = Number(await count()) - before;
        return oneGeneration(
          answers,
          answers.map((answer) => String(answer.body["refreshToken"])),
          newOnes,
        );
      };
    },
  },
];

/** Tries to open a WebSocket. Returns `open`, or the code of the refusal. */
function openOnce(url: string): Promise<string> {
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
