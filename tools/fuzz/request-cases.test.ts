import { allEndpoints } from "@praxisportal/contract/endpoints";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filledBody } from "./filled-body.ts";
import { framings, principals, type RequestCase, requestCases } from "./request-cases.ts";

const cases = (seed: number, count = 3000) => fc.sample(requestCases(allEndpoints), { seed, numRuns: count });

/** Returns the parsed body of a case, unless the server would refuse it as too large before parsing. */
const parsedBody = ({ body }: RequestCase): unknown => {
  try {
    return typeof body === "string" && body.length <= 65_536 ? filledBody(body) : undefined;
  } catch {
    return undefined;
  }
};

describe("the cases of the fuzzer", () => {
  it("see R7x-08 are deterministic for a seed and differ between seeds", () => {
    expect(cases(7, 200)).toEqual(cases(7, 200));
    expect(cases(7, 200)).not.toEqual(cases(8, 200));
  });

  it("see R7x-08 cover every endpoint, every principal and every framing", () => {
    const allCases = cases(1);
    expect(new Set(allCases.map((requestCase) => requestCase.endpoint))).toEqual(
      new Set(allEndpoints.map(({ name }) => name)),
    );
    expect(new Set(allCases.map((requestCase) => requestCase.principal))).toEqual(new Set(principals));
    expect(new Set(allCases.map((requestCase) => requestCase.framing))).toEqual(new Set(framings));
  });

  it("see R7x-08 contain valid and invalid bodies for every endpoint with a body", () => {
    for (const endpoint of allEndpoints) {
      const { body } = endpoint;
      if (body === undefined) continue;
      // The endpoint has a separate sample, so that other endpoints do not change it.
      const endpointCases = fc.sample(requestCases([endpoint]), { seed: 3, numRuns: 300 });
      const isValid = endpointCases.filter(
        (requestCase) => body.safeParse(parsedBody(requestCase)).success,
      ).length;
      expect([endpoint.name, isValid > 5, endpointCases.length - isValid > 20]).toEqual([
        endpoint.name,
        true,
        true,
      ]);
    }
  });

  it("see R7x-08 contain inputs that broke programs before", () => {
    const text = JSON.stringify(cases(3, 8000));
    for (const isAdversarial of ["__proto__", "\\u0000", "\\ud800", "%00", "Bearer ", "chunked", "[[[["]) {
      expect([
        isAdversarial,
        text.includes(JSON.stringify(isAdversarial).slice(1, -1)) || text.includes(isAdversarial),
      ]).toEqual([isAdversarial, true]);
    }
  });
});
