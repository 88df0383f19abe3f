import type { Endpoint, Schema } from "@praxisportal/contract/endpoint";
import { type ErrorCode, problemSchema, statusOf } from "@praxisportal/contract/errors";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import type { Components } from "./openapi-components.ts";
import { errorCodesOf } from "./openapi-errors.ts";
import { schemaExamples } from "./openapi-example-values.ts";
import type { OpenApiResponse } from "./openapi-types.ts";
import { ProblemError, problemBody } from "../problem.ts";

/** Returns the error responses of a call by status, with an example of each code. */
export function errorResponsesOf(
  endpoint: Endpoint,
  components: Components,
): { [status: string]: OpenApiResponse } {
  const { errorSchema } = endpoint;
  return Object.fromEntries(
    documentedErrorsOf(endpoint).map(([status, codes]) => [
      status,
      errorSchema === undefined
        ? problemResponse(codes, components)
        : ownResponse(codes, errorSchema, components),
    ]),
  );
}

/** Returns the errors of a call without 426, which only the portal's own pages receive. */
function documentedErrorsOf(endpoint: Endpoint): [number, readonly ErrorCode[]][] {
  return [...errorCodesOf(endpoint)].filter(([status]) => status !== statusOf("UPGRADE_REQUIRED"));
}

function problemResponse(codes: readonly ErrorCode[], components: Components): OpenApiResponse {
  const problem = components.schemaOf(problemSchema, "output");
  return {
    description: codes.join(", "),
    content: {
      "application/problem+json": {
        schema: { allOf: [problem, { properties: { code: { enum: codes } } }] },
        ...(codes.includes("VALIDATION_FAILED") && {
          examples: { Problem: components.addExample("Problem", problemExample("VALIDATION_FAILED")) },
        }),
      },
    },
  };
}

/** Returns the problem as the server sends it in English, with the name of an invalid field. */
function problemExample(code: ErrorCode) {
  const issues: readonly ValidationIssue[] = [
    { path: "personalInfo.lastName", code: "required", params: {} },
  ];
  const error = new ProblemError(code, code === "VALIDATION_FAILED" ? { issues } : {});
  return problemBody(error, "en", String(schemaExamples["Uuid"]), "/api/v1/users");
}

/** Returns the error response of a call whose errors have their own format. */
function ownResponse(codes: readonly ErrorCode[], schema: Schema, components: Components): OpenApiResponse {
  return {
    description: codes.join(", "),
    content: { "application/json": components.bodyOf(schema, "output") },
  };
}
