import { expect, it } from "vitest";
import { problemBody } from "../../platform/http/problem.ts";
import { aiProblem } from "./ai-problem.ts";

it("see R7a-16 a refused AI call names what is missing as codes and in German", () => {
  const error = aiProblem("AI_PROVIDER_NOT_READY", { missing: ["keyMissing", "c5Missing"] });
  expect(problemBody(error, "de", "r1", "/api/ai/proxy")).toMatchObject({
    status: 403,
    missing: ["keyMissing", "c5Missing"],
    message:
      "Dieser KI-Anbieter kann noch nicht genutzt werden. Der API-Schlüssel des Anbieters fehlt. Es fehlt ein C5-Testat vom Typ 2.",
  });
});

it("a stopped AI call names the scope as a code and in words", () => {
  const error = aiProblem("AI_STOPPED", { scope: "organization" });
  expect(problemBody(error, "en", "r1", "/api/ai/proxy")).toMatchObject({
    scope: "organization",
    message: "AI is currently stopped for your practice",
  });
});
