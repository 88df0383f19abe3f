import type { Endpoint, Schema, StreamEvent } from "@praxisportal/contract/endpoint";
import { type JsonSchema, jsonSchemaOf } from "@praxisportal/contract/json-schema";
import { isPublic } from "../../request-context/access.ts";
import type { DocumentedEvent } from "./documented-events.ts";
import { Components, exampleValueOf } from "./openapi-components.ts";
import { errorResponsesOf } from "./openapi-error-responses.ts";
import { shareComponents } from "./openapi-sharing.ts";
import { tagDescriptions } from "./openapi-tags.ts";
import { webhooksOf } from "./openapi-webhooks.ts";
import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from "./openapi-types.ts";

/** Content of a call that returns a file, whose format the query selects. */
const fileContent: OpenApiContent = {
  "text/csv": { schema: { type: "string" } },
  "application/json": { schema: { type: "array", items: { type: "object" } } },
};

const description =
  "Every error is application/problem+json (RFC 9457); clients must rely on `code`, never on texts. The organization of " +
  "a request is taken from the path, otherwise from `X-Organization-Id`; otherwise it is the caller's only organization. " +
  "A session that began in a browser needs both the bearer token and the device cookie; any other session needs only " +
  "the token. The access token of an application (`POST /api/v1/org-tokens/authenticate`) is also a bearer token: in " +
  "its organization it gives access to the calls that require a permission (GET with scope `read`, all others with " +
  "scope `write`), and with scope `profile` to `/users/me`.";

/**
 * Returns the OpenAPI 3.1 document of the calls, generated from the objects that the server registers. Schemas are
 * components with the name of their declaration. Shared parameters and errors are components too. `version` becomes
 * `info.version`, and `events` are the requests to receivers. Throws if a schema cannot be expressed as JSON Schema.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  version: string,
  events: readonly DocumentedEvent[] = [],
): OpenApiDocument {
  const components = new Components();
  const paths: OpenApiDocument<OpenApiOperation>["paths"] = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, components);
  }
  return shareComponents({
    openapi: "3.1.0",
    info: {
      title: "Praxisportal",
      version,
      description,
      contact: { name: "The operator of this portal" },
      license: { name: "Unlicensed, all rights reserved", identifier: "LicenseRef-UNLICENSED" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [], device: [] }, { bearer: [] }],
    tags: [...new Set(endpoints.map(featureOf))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? name,
    })),
    paths,
    ...(events.length > 0 && { webhooks: webhooksOf(events) }),
    components: {
      schemas: components.schemas,
      parameters: {},
      responses: {},
      examples: components.examples,
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
  });
}

function operationOf(endpoint: Endpoint, components: Components): OpenApiOperation {
  return {
    operationId: endpoint.name,
    tags: [featureOf(endpoint)],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    ...(isPublic(endpoint) && { security: [] }),
    parameters: [
      ...parametersOf(endpoint.params, "path", components),
      ...parametersOf(endpoint.query, "query", components),
      ...headersOf(endpoint),
    ],
    ...(endpoint.body && {
      requestBody: {
        // An empty body counts as absent, and an absent one as {}.
        required: endpoint.upload !== undefined || !endpoint.body.safeParse({}).success,
        content: bodyContentOf(endpoint, endpoint.body, components),
      },
    }),
    responses: { ...successesOf(endpoint, components), ...errorResponsesOf(endpoint, components) },
    "x-access": endpoint.access,
    "x-audit": endpoint.audit,
  };
}

const scopes: { readonly [Scope in Endpoint["access"]["scope"]]: string } = {
  own: "in the organization of the request",
  platform: "across all organizations",
  self: "about the caller",
  "-": "without an organization",
};

function descriptionOf({ access }: Endpoint): string {
  return `Open to \`${access.who}\`, ${scopes[access.scope]}.`;
}

/** Returns the encodings of a body. */
function bodyContentOf(
  { upload, takesForm }: Endpoint,
  body: Schema,
  components: Components,
): OpenApiContent {
  if (upload !== undefined) return { "multipart/form-data": formOf(body, upload) };
  const content = components.bodyOf(body, "input");
  const json = { "application/json": content };
  return takesForm === true
    ? { ...json, "application/x-www-form-urlencoded": content, "multipart/form-data": content }
    : json;
}

/** Returns the form of an upload, which has the fields and, as the last part, the file. */
function formOf(body: Schema, file: string): OpenApiContent[string] {
  const schema = jsonSchemaOf(body, "input") as ObjectSchema;
  return {
    schema: {
      ...schema,
      properties: { ...schema.properties, [file]: { type: "string", format: "binary" } },
      required: [...(schema.required ?? []), file],
    },
    example: { ...(exampleValueOf(body, "input") as object), [file]: "(the file)" },
  };
}

type ObjectSchema = JsonSchema & {
  properties?: { [name: string]: JsonSchema };
  required?: readonly string[];
};

function parametersOf(
  schema: Schema | undefined,
  location: "path" | "query",
  components: Components,
): OpenApiParameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = components.fieldsOf(schema) as ObjectSchema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: property,
    example: components.exampleOf(property, name),
  }));
}
function headersOf(endpoint: Endpoint): OpenApiParameter[] {
  const headers: OpenApiParameter[] = [];
  if (
    endpoint.organizationFrom === "header" ||
    (!isPublic(endpoint) && endpoint.organizationFrom !== "path")
  ) {
    headers.push({
      name: "X-Organization-Id",
      in: "header",
      required: false,
      description: "The organization of the request, to which the caller must have access",
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
  if ("action" in endpoint.audit && endpoint.replay !== undefined) {
    headers.push({
      name: "X-Bulk-Operation",
      in: "header",
      required: false,
      description: "Shared by the calls of one bulk operation, so that histories group them",
      schema: { type: "string", format: "uuid" },
    });
  }
  if (endpoint.replay !== undefined) {
    const repeat = {
      resource:
        "a repetition within 24 hours has no effect and returns the resource that the first call created",
      none: "a repetition within 24 hours has no effect and returns 409 ALREADY_PROCESSED",
      bill: "a repetition within 24 hours has no effect and returns 409 with the usage of the first call",
    };
    headers.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      description: `Identifies this call among those of the caller; ${repeat[endpoint.replay]}`,
      schema: { type: "string", minLength: 1, maxLength: 200, pattern: "^[\\x21-\\x7e]+$" },
    });
  }
  return headers;
}

function fileContentOf({ fileTypes }: Endpoint): OpenApiContent {
  if (fileTypes === undefined) return fileContent;
  return Object.fromEntries(
    fileTypes.map((type) => [
      type,
      { schema: type === "application/json" ? { type: "object" } : { type: "string", format: "binary" } },
    ]),
  );
}

function successesOf(endpoint: Endpoint, components: Components): { [status: string]: OpenApiResponse } {
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, schema]) => {
      if (status === "304") return [status, { description: "Not modified; no body" }];
      if (endpoint.file) return [status, { description: "A file", content: fileContentOf(endpoint) }];
      if (endpoint.page)
        return [
          status,
          { description: "A page", content: { "text/html; charset=utf-8": { schema: { type: "string" } } } },
        ];
      if (endpoint.stream === true) {
        return [status, { description: "A stream of events", content: streamContent(endpoint) }];
      }
      if (schema === null) return [status, { description: "Done; no body" }];
      const content = { "application/json": components.bodyOf(schema, "output") };
      if (endpoint.stream === "requested") {
        const streamed = { ...content, ...streamContent(endpoint) };
        return [status, { description: "Done, or a stream", content: streamed }];
      }
      return [status, { description: "Done", content }];
    }),
  );
}

/** Returns the content of a stream with an example of each of its events. */
function streamContent({ streamEvents = [] }: Endpoint): OpenApiContent {
  const example = streamEvents.map(eventText).join("");
  return { "text/event-stream": { schema: { type: "string" }, example } };
}

function eventText({ name, data }: StreamEvent): string {
  const text = typeof data === "string" ? data : JSON.stringify(exampleValueOf(data, "output"));
  return `${name === undefined ? "" : `event: ${name}\n`}data: ${text}\n\n`;
}

function featureOf(endpoint: Endpoint): string {
  return endpoint.name.slice(0, endpoint.name.indexOf("."));
}
