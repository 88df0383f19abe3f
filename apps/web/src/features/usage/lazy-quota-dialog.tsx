import { lazy, Suspense } from "react";
import type { QuotaDialogProps } from "./quota-dialog.tsx";

// Few of those who look at figures change a limit.
const Part = lazy(async () => ({ default: (await import("./quota-dialog.tsx")).QuotaDialog }));

/** The form of limits, downloaded when somebody opens it. */
export function LazyQuotaDialog(props: QuotaDialogProps) {
  return (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
