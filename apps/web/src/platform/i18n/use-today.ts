import { useState } from "react";
import { useTimeZone } from "use-intl";
import { dayIn } from "./zoned-time.ts";

/** Returns the organization's calendar day when the component was first shown, `2026-11-23`. */
export function useToday(): string {
  const [shownAt] = useState(() => Date.now());
  return dayIn(useTimeZone(), shownAt);
}
