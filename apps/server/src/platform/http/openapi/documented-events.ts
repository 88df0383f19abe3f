import type { JsonSchema } from "@praxisportal/contract/json-schema";

/** An event that the portal sends to receivers. */
export type DocumentedEvent = {
  type: string;
  /** The body of a delivery. */
  schema: JsonSchema;
  example: unknown;
};

/** The events and how a receiver verifies them. */
export type DocumentedEvents = {
  events: readonly DocumentedEvent[];
  /** Code that verifies a delivery, by language. */
  snippets: readonly { language: string; code: string }[];
};
