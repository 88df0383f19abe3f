import { lazy, Suspense } from "react";
import type { PersonUsageProps } from "../../features/usage/person-usage.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";

// Downloaded when opened; most visits do not need it.
const PersonUsage = lazy(async () => {
  const [{ PersonUsage: Component }] = await Promise.all([
    import("../../features/usage/person-usage.tsx"),
    ensureMessages("usage", "quota"),
  ]);
  return { default: Component };
});

/** AI usage of one member, embedded in their page. */
export function UsageSection(props: PersonUsageProps) {
  return (
    <Suspense fallback={null}>
      <PersonUsage {...props} />
    </Suspense>
  );
}
