import type { StatusMeaning } from "../../../ui/status-badge.tsx";

/** One line: what it is and what the browser knows of it. What is written here is safe to hand to somebody. */
export type Fact = {
  readonly label: string;
  readonly value: string;
  /** Shown as a status when it says whether something is as it should be. */
  readonly meaning?: StatusMeaning;
  /** A value of a machine, in its typeface. */
  readonly code?: boolean;
};

export type Section = {
  readonly key: "session" | "tokens" | "connection" | "device";
  readonly title: string;
  readonly facts: readonly Fact[];
};
