import { openaiErrorSchema } from "@praxisportal/contract/ai/openai-face.schema";
import type { Endpoint, Schema } from "@praxisportal/contract/endpoint";
import { problemSchema } from "@praxisportal/contract/errors";
import { type JsonSchema, jsonSchemaOf } from "@praxisportal/contract/json-schema";
import { isPublic } from "../request-context/access.ts";
import { errorCodesOf } from "./openapi-errors.ts";

export type OpenApiParameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

/** The query selects the format of a file. */
const fileContent: Content = {
  "text/csv": { schema: { type: "string" } },
  "application/json": { schema: { type: "array", items: { type: "object" } } },
};

const streamContent: Content = { "text/event-stream": { schema: { type: "string" } } };

type Content = { [mediaType: string]: { schema: JsonSchema } };

export type OpenApiOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  security: readonly { [scheme: string]: readonly string[] }[];
  parameters: readonly OpenApiParameter[];
  requestBody?: { required: boolean; content: Content };
  responses: { [status: string]: { description: string; content?: Content } };
  /** Who may make the call, as in `docs/access.tsv`. */
  "x-access": Endpoint["access"];
  /** The audit action that the call writes, or why it writes none. */
  "x-audit": Endpoint["audit"];
};

export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string }[];
  paths: { [path: string]: { [method: string]: OpenApiOperation } };
  components: {
    schemas: { [name: string]: JsonSchema };
    securitySchemes: { [name: string]: JsonSchema };
  };
};

const description =
  "Every error is application/problem+json (RFC 9457); clients act on `code`, never on texts. The practice of a " +
  "request is the one in the path, else `X-Organization-Id`, else the caller's only one. A session that began in a " +
  "browser needs the bearer token and the cookie of the device together; any other needs the token only. The access " +
  "token of an application (`POST /api/v1/org-tokens/authenticate`) is a bearer too: in its practice it opens the calls " +
  "that ask for a permission (scope `read` GET, `write` all others), and with `profile` `/users/me`.";

/**
 * Returns the OpenAPI 3.1 document of the calls, generated from the objects that the server registers. `version`
 * becomes `info.version`. Throws when a schema cannot be expressed as JSON Schema.
 */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): OpenApiDocument {
  const schemas = new SharedSchemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, schemas);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Praxisportal", version, description },
    servers: [{ url: "/" }],
    tags: [...new Set(endpoints.map(featureOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: jsonSchemaOf(problemSchema, "output"), ...schemas.byName },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "Access token" },
        device: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-portal",
          description: "HttpOnly cookie of the device; over http on loopback its name is portal_<port>",
        },
      },
    },
  };
}

/**
 * Schemas of request and response bodies. Equal ones are stored once, under the name of the first call that uses them.
 */
class SharedSchemas {
  readonly byName: { [name: string]: JsonSchema } = {};
  readonly #names = new Map<string, string>();

  refTo(schema: JsonSchema, name: string): JsonSchema {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text);
    if (known === undefined) {
      this.#names.set(text, name);
      this.byName[name] = schema;
    }
    return { $ref: `#/components/schemas/${known ?? name}` };
  }
}

function operationOf(endpoint: Endpoint, schemas: SharedSchemas): OpenApiOperation {
  const name = endpoint.name.replace(/(?:^|[.-])(\w)/g, (_whole, letter: string) => letter.toUpperCase());
  return {
    operationId: endpoint.name,
    tags: [featureOf(endpoint)],
    summary: endpoint.summary,
    security: isPublic(endpoint) ? [] : [{ bearer: [], device: [] }, { bearer: [] }],
    parameters: [
      ...parametersOf(endpoint.params, "path"),
      ...parametersOf(endpoint.query, "query"),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body && {
      requestBody: {
        // An empty body counts as absent, and an absent one as {}.
        required: endpoint.upload !== undefined || !endpoint.body.safeParse({}).success,
        content: {
          [endpoint.upload === undefined ? "application/json" : "multipart/form-data"]: {
            schema: schemas.refTo(bodySchemaOf(endpoint.body, endpoint.upload), `${name}Body`),
          },
        },
      },
    }),
    responses: { ...answersOf(endpoint, name, schemas), ...errorsOf(endpoint) },
    "x-access": endpoint.access,
    "x-audit": endpoint.audit,
  };
}

/** Returns the schema of a body; a form has its file next to the fields, as its last part. */
function bodySchemaOf(body: Schema, file: string | undefined): JsonSchema {
  const schema = jsonSchemaOf(body, "input") as JsonSchema & {
    properties?: { [name: string]: JsonSchema };
    required?: readonly string[];
  };
  if (file === undefined) return schema;
  return {
    ...schema,
    properties: { ...schema.properties, [file]: { type: "string", format: "binary" } },
    required: [...(schema.required ?? []), file],
  };
}

function parametersOf(schema: Schema | undefined, place: "path" | "query"): OpenApiParameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(schema, "input") as {
    properties?: { [name: string]: JsonSchema };
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

function headersOf(endpoint: Endpoint): OpenApiParameter[] {
  const headers: OpenApiParameter[] = [];
  if (!isPublic(endpoint) && endpoint.practice !== "path") {
    headers.push({
      name: "X-Organization-Id",
      in: "header",
      required: false,
      description: "The practice of the request; chooses among the caller's own, never widens access",
      schema: { type: "string", format: "uuid" },
    });
  }
  if (endpoint.errors.includes("PRECONDITION_FAILED")) {
    headers.push({
      name: "If-Match",
      in: "header",
      required: false,
      description: "The `version` the change is based on",
      schema: { type: "string" },
    });
  }
  if (endpoint.replay !== undefined) {
    const repeat = {
      resource: "a repeat within 24 hours acts no second time and is answered with what the first one made",
      none: "a repeat within 24 hours acts no second time and is answered 409 ALREADY_PROCESSED",
      bill: "a repeat within 24 hours acts no second time and is answered 409 with what the first one used",
    };
    headers.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: `Names this call among the caller's own; ${repeat[endpoint.replay]}`,
      schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x21-\\x7e]+$" },
    });
  }
  return headers;
}

function answersOf(endpoint: Endpoint, name: string, schemas: SharedSchemas): OpenApiOperation["responses"] {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => {
      if (endpoint.file) return [status, { description: "A file", content: fileContent }];
      if (endpoint.stream === true)
        return [status, { description: "A stream of events", content: streamContent }];
      if (schema === null) return [status, { description: "Done; no body" }];
      const content = {
        "application/json": { schema: schemas.refTo(jsonSchemaOf(schema, "output"), `${name}Result`) },
      };
      if (endpoint.stream === "asked") {
        return [status, { description: "Done, or a stream", content: { ...content, ...streamContent } }];
      }
      return [status, { description: "Done", content }];
    }),
  );
}

function errorsOf(endpoint: Endpoint): OpenApiOperation["responses"] {
  if (endpoint.face === "openai") return openaiErrorsOf(endpoint);
  const problem = { $ref: "#/components/schemas/Problem" };
  return Object.fromEntries(
    [...errorCodesOf(endpoint)].map(([status, codes]) => [
      status,
      {
        description: codes.join(", "),
        content: {
          "application/problem+json": {
            schema: { allOf: [problem, { properties: { code: { enum: codes } } }] },
          },
        },
      },
    ]),
  );
}

function openaiErrorsOf(endpoint: Endpoint): OpenApiOperation["responses"] {
  const content = { "application/json": { schema: jsonSchemaOf(openaiErrorSchema, "output") } };
  return Object.fromEntries(
    [...errorCodesOf(endpoint)].map(([status, codes]) => [
      status,
      { description: codes.join(", "), content },
    ]),
  );
}

function featureOf(endpoint: Endpoint): string {
  return endpoint.name.slice(0, endpoint.name.indexOf("."));
}
