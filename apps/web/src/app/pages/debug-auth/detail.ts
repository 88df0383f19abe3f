import type { StatusMeaning } from "../../../ui/label/status-badge.tsx";

/** One labeled value. Values are safe to share with support. */
export type Detail = {
  readonly label: string;
  readonly value: string;
  /** Shown as a status badge if it rates the value. */
  readonly meaning?: StatusMeaning;
  /** Shown in a monospaced font. */
  readonly code?: boolean;
};

export type Section = {
  readonly key: "session" | "tokens" | "connection" | "device";
  readonly title: string;
  readonly details: readonly Detail[];
};
