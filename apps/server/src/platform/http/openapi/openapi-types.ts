import type { Endpoint } from "@praxisportal/contract/endpoint";
import type { JsonSchema } from "@praxisportal/contract/json-schema";

/** Part of the OpenAPI document type that the portal uses. */
export type OpenApiReference = { $ref: string };

export type OpenApiParameter = {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};

export type OpenApiContent = {
  [mediaType: string]: {
    schema: JsonSchema;
    /** Either `example` or `examples`, as OpenAPI requires. */
    example?: unknown;
    examples?: { [name: string]: OpenApiReference | { value: unknown } };
  };
};

export type OpenApiResponse = { description: string; content?: OpenApiContent };

export type OpenApiOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  /** Empty for public calls. Absent for calls that need a session, which is the default of the document. */
  security?: readonly [];
  parameters: readonly OpenApiParameter[];
  requestBody?: { required: boolean; content: OpenApiContent };
  responses: { [status: string]: OpenApiResponse };
  /** Callers that may make the call, as in `docs/access.tsv`. */
  "x-access": Endpoint["access"];
  /** The audit action that the call writes, or why it writes none. */
  "x-audit": Endpoint["audit"];
};

/** Request that the portal sends to a receiver. */
export type OpenApiWebhook = {
  post: Omit<OpenApiOperation, "x-access" | "x-audit">;
};

/** Operation whose repeated parameters and responses are references to the components. */
export type SharedOperation = Omit<OpenApiOperation, "parameters" | "responses"> & {
  parameters: readonly (OpenApiParameter | OpenApiReference)[];
  responses: { [status: string]: OpenApiResponse | OpenApiReference };
};

export type OpenApiDocument<Operation = SharedOperation> = {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string }[];
  security: readonly { [scheme: string]: readonly string[] }[];
  tags: readonly { name: string; description: string }[];
  paths: { [path: string]: { [method: string]: Operation } };
  /** Events by type. Absent if there are none. */
  webhooks?: { [type: string]: OpenApiWebhook };
  components: {
    schemas: { [name: string]: JsonSchema };
    parameters: { [name: string]: OpenApiParameter };
    responses: { [name: string]: OpenApiResponse };
    examples: { [name: string]: { value: unknown } };
    securitySchemes: { [name: string]: JsonSchema };
  };
};
