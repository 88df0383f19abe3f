import type { StatusMeaning } from "../../../ui/label/status-badge.tsx";

/** Labeled value. Values are safe to share with support. */
export type Detail = {
  readonly label: string;
  readonly value: string;
  /** Rating of the value, displayed as a status badge. */
  readonly meaning?: StatusMeaning;
  /** Whether the value is displayed in a monospaced font. */
  readonly code?: boolean;
};

export type Section = {
  readonly key: "session" | "connection" | "device" | "tokens" | "browser";
  readonly title: string;
  readonly details: readonly Detail[];
};
