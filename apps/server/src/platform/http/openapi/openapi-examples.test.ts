import { aiDoneSchema, aiChunkSchema } from "@praxisportal/contract/ai/gateway.schema";
import { chatChunkSchema } from "@praxisportal/contract/ai/openai-compatible.schema";
import type { Endpoint, Schema } from "@praxisportal/contract/endpoint";
import { allEndpoints } from "@praxisportal/contract/endpoints";
import { problemSchema } from "@praxisportal/contract/errors";
import { describe, expect, it } from "vitest";
import { fieldExamples, schemaExamples, exampleFields } from "./openapi-example-values.ts";
import { withoutReferences } from "./openapi-sharing.ts";
import type { OpenApiContent, OpenApiOperation } from "./openapi-types.ts";
import { openApiDocument } from "./openapi.ts";

const shared = openApiDocument(allEndpoints, "1");
const document = withoutReferences(shared);

/** Returns the only example of a body. */
function exampleIn(content: OpenApiContent[string] | undefined): unknown {
  const [first] = Object.values(content?.examples ?? {});
  return content?.example ?? (first !== undefined && "value" in first ? first.value : undefined);
}

function operationOf({ name, method, path }: Endpoint): OpenApiOperation {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(name);
  return operation;
}

/** Returns the faults of an example in one line. */
function faultsOf(where: string, schema: Schema, example: unknown): string[] {
  if (example === undefined) return [`${where}: no example`];
  const { error } = schema.safeParse(example);
  const issues = error?.issues.map(({ path, code }) => `${path.join(".")} ${code}`);
  return issues === undefined ? [] : [`${where}: ${issues.join(", ")}`];
}

/** Returns the examples of the parameters, as text like in a URL. */
function parameterExamples({ parameters }: OpenApiOperation, place: string): { [name: string]: string } {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, example }) => [name, String(example)]),
  );
}

describe("the examples of the OpenAPI document", () => {
  it("match the contract for parameters and bodies of every call", () => {
    const faults = allEndpoints.flatMap((endpoint) => {
      const { name, params, query, body, upload } = endpoint;
      const operation = operationOf(endpoint);
      const content = operation.requestBody?.content ?? {};
      const example = exampleIn(content["application/json"] ?? content["multipart/form-data"]);
      const { [upload ?? ""]: file, ...fields } = (example ?? {}) as { [name: string]: unknown };
      return [
        ...(params ? faultsOf(`${name} path`, params, parameterExamples(operation, "path")) : []),
        ...(query ? faultsOf(`${name} query`, query, parameterExamples(operation, "query")) : []),
        ...(body ? faultsOf(`${name} body`, body, upload === undefined ? example : fields) : []),
        ...(upload !== undefined && file === undefined ? [`${name}: no file`] : []),
      ];
    });
    expect(faults).toEqual([]);
  });

  it("match the contract for success and errors of every call", () => {
    const faults = allEndpoints.flatMap((endpoint) => {
      const { responses } = operationOf(endpoint);
      const successes = Object.entries(endpoint.responses).flatMap(([status, schema]) => {
        if (schema === null || endpoint.file === true || endpoint.stream === true) return [];
        const example = exampleIn(responses[status]?.content?.["application/json"]);
        return faultsOf(`${endpoint.name} ${status}`, schema, example);
      });
      const error = endpoint.errorSchema
        ? faultsOf(
            `${endpoint.name} 400`,
            endpoint.errorSchema,
            exampleIn(responses["400"]?.content?.["application/json"]),
          )
        : faultsOf(
            `${endpoint.name} 400`,
            problemSchema,
            exampleIn(responses["400"]?.content?.["application/problem+json"]),
          );
      return [...successes, ...error];
    });
    expect(faults).toEqual([]);
  });

  it("contain the events of a stream as defined in the contract", () => {
    const eventsOf = (name: string) => {
      const endpoint = allEndpoints.find((candidate) => candidate.name === name);
      if (endpoint === undefined) throw new Error(name);
      const text = exampleIn(operationOf(endpoint).responses["200"]?.content?.["text/event-stream"]);
      return [...String(text).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => data);
    };
    const [piece = "", done = "", ...rest] = eventsOf("ai.stream");
    expect(rest).toEqual([]);
    expect(aiChunkSchema.safeParse(JSON.parse(piece)).success).toBe(true);
    expect(aiDoneSchema.safeParse(JSON.parse(done)).success).toBe(true);
    const [chunk = "", end] = eventsOf("ai.createChatCompletion");
    expect(chatChunkSchema.safeParse(JSON.parse(chunk)).success).toBe(true);
    expect(end).toBe("[DONE]");
  });

  it("contain no real people and hosts", () => {
    const text = JSON.stringify(shared);
    const hosts = [...text.matchAll(/[\w.-]+@([\w.-]+)|https?:\/\/([\w.-]+)/g)].map(
      ([, mail, web]) => mail ?? web ?? "",
    );
    expect(hosts.length).toBeGreaterThan(0);
    expect(hosts.filter((host) => !/(?:^|\.)example\.org$/.test(host))).toEqual([]);
  });

  it("use every predefined value", () => {
    const { schemas } = shared.components;
    expect(
      [...Object.keys(schemaExamples), ...Object.keys(exampleFields)].filter((name) => !schemas[name]),
    ).toEqual([]);
    const text = JSON.stringify(shared);
    const unusedExamples = Object.entries(fieldExamples).filter(
      ([field, value]) =>
        !text.includes(`"${field.slice(field.indexOf(".") + 1)}":${JSON.stringify(value)}`) &&
        !text.includes(`"example":${JSON.stringify(value)}`),
    );
    expect(unusedExamples.map(([field]) => field)).toEqual([]);
  });
});
