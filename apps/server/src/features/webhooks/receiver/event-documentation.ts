import type { JsonSchema } from "@praxisportal/contract/json-schema";
import type { DocumentedEvents } from "../../../platform/http/openapi/documented-events.ts";
import { presentEventTypes } from "../webhooks.presenter.ts";
import { receiverSnippets } from "./receiver-snippets.ts";

const uuid = { type: "string", format: "uuid" } as const;

/** Returns the JSON Schema of the body of an event in a version of the API. */
function bodySchema(type: string, apiVersion: string, ids: readonly string[]): JsonSchema {
  const properties = {
    id: uuid,
    type: { const: type },
    apiVersion: { const: apiVersion },
    timestamp: { type: "string", format: "date-time" },
    organizationId: uuid,
    sequence: { type: "integer", minimum: 1 },
    data: {
      type: "object",
      properties: Object.fromEntries(ids.map((id) => [id, uuid])),
      required: ids,
      additionalProperties: false,
    },
  };
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

/** Returns the API documentation of events, with the current bodies and code that verifies them. */
export function eventDocumentation(): DocumentedEvents {
  const { data, apiVersion } = presentEventTypes();
  return {
    events: data.map(({ type, ids, example }) => ({
      type,
      schema: bodySchema(type, apiVersion, ids),
      example,
    })),
    snippets: receiverSnippets,
  };
}
