import { lazy, Suspense } from "react";
import type { PersonUsageProps } from "../../features/usage/person-usage.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";

// Downloaded where it is opened; most visits are about something else.
const PersonUsage = lazy(async () => {
  const [{ PersonUsage: Part }] = await Promise.all([
    import("../../features/usage/person-usage.tsx"),
    ensureMessages("usage", "quota"),
  ]);
  return { default: Part };
});

/** What one person used of the AI, inside her page. */
export function UsageSection(props: PersonUsageProps) {
  return (
    <Suspense fallback={null}>
      <PersonUsage {...props} />
    </Suspense>
  );
}
