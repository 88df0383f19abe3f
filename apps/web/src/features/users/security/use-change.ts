import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../../platform/api-client/api-error.ts";

export interface Change {
  /** Name of what runs. */
  readonly busy: string | null;
  readonly failure: string | null;
  /** Runs one change at a time; true when it is done. */
  readonly run: (name: string, work: () => Promise<void>) => Promise<boolean>;
}

/** One change that can fail. Whoever would rather not prove who she is knows why nothing happened. */
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
