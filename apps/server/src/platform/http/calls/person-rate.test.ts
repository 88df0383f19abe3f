import { defineEndpoint, notAudited } from "@praxisportal/contract/endpoint";
import { expect, it } from "vitest";
import type { RequestContext } from "../../request-context/request-context.ts";
import { PersonRate } from "./person-rate.ts";
import { ProblemError } from "../problem.ts";

const personRateWindowMs = 3_600_000;

const endpoint = defineEndpoint({
  name: "probe.change",
  summary: "Leaves a row",
  method: "POST",
  path: "/api/v1/probe",
  access: { who: "session", scope: "self" },
  rateLimit: "changes",
  audit: notAudited("a probe that changes nothing"),
  responses: { 204: null },
  errors: [],
});
const by = (personId: string) => ({ callerIfAny: { personId } }) as RequestContext;

/** Returns code and Retry-After of a refused call, or undefined for a call that is counted. */
function refusalOf(rate: PersonRate, personId: string, nowMs: number) {
  try {
    rate.count(endpoint, by(personId), nowMs);
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [error.code, error.options.retryAfterSeconds];
  }
}

it("N71 a person makes a limited number of calls per window, independently of other people", () => {
  const rate = new PersonRate({ changes: 2, tickets: 1 });
  expect([refusalOf(rate, "mia", 0), refusalOf(rate, "mia", 1_000)]).toEqual([undefined, undefined]);
  expect(refusalOf(rate, "mia", 2_000)).toEqual(["TOO_MANY_REQUESTS", personRateWindowMs / 1000 - 2]);
  expect(refusalOf(rate, "ina", 2_000)).toBeUndefined();
  expect(refusalOf(rate, "mia", personRateWindowMs)).toBeUndefined();
});

it("N71 counters are removed after their window has ended", () => {
  const rate = new PersonRate({ changes: 1, tickets: 1 });
  for (let index = 0; index < 20_000; index += 1) rate.count(endpoint, by(`person ${index}`), index * 1_000);
  expect(rate.size).toBeLessThan(15_000);
});
