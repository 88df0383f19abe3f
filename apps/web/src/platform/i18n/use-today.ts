import { useState } from "react";
import { useTimeZone } from "use-intl";
import { dayIn } from "./zoned-time.ts";

/** Returns the organization's calendar day (`2026-11-23`) at the time when the component was first shown. */
export function useToday(): string {
  const [shownAt] = useState(() => Date.now());
  return dayIn(useTimeZone(), shownAt);
}
