import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../../platform/api-client/api-error.ts";

export interface Change {
  /** Name of the running change. */
  readonly busy: string | null;
  readonly failure: string | null;
  /** Runs one change at a time; returns true on success. */
  readonly run: (name: string, work: () => Promise<void>) => Promise<boolean>;
}

/** Runs a change and keeps its failure. A cancelled step-up is not an error. */
export function useChange(): Change {
  const common = useTranslations("common");
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function run(name: string, work: () => Promise<void>): Promise<boolean> {
    if (busy !== null) return false;
    setBusy(name);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      if (!isApiError(error, "STEP_UP_REQUIRED")) setFailure(messageOf(error, common("error.title")));
      return false;
    } finally {
      setBusy(null);
    }
  }
  return { busy, failure, run };
}
