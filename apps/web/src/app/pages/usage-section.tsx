import type { PersonUsageProps } from "../../features/usage/person/person-usage.tsx";
import { lazyPart } from "../../platform/loading/lazy-part.tsx";

// Downloaded when opened; most visits do not need it.
const PersonUsage = lazyPart(
  async () => (await import("../../features/usage/person/person-usage.tsx")).PersonUsage,
  "usage",
  "quota",
);

/** AI usage of one member, embedded in their page. */
export function UsageSection(props: PersonUsageProps) {
  return <PersonUsage {...props} />;
}
