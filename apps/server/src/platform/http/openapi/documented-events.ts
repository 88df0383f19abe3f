import type { JsonSchema } from "@praxisportal/contract/json-schema";

/** Event that the portal sends to receivers. */
export type DocumentedEvent = {
  type: string;
  /** Body of a delivery. */
  schema: JsonSchema;
  example: unknown;
};

/** Events, and code by which a receiver verifies them. */
export type DocumentedEvents = {
  events: readonly DocumentedEvent[];
  /** Code that verifies a delivery, by language. */
  snippets: readonly { language: string; code: string }[];
};
