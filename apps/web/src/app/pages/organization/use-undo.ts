import type { Operation } from "@praxisportal/contract/organizations/organizations.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { cancelTransfer } from "../../../features/users/transfer.api.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";

/** Reverting a transfer. */
export interface Undo {
  /** Id of the operation that is being reverted. */
  readonly busy: string | null;
  readonly failure: string | null;
  readonly start: (entry: Operation) => void;
}

/** Reverts a transfer and reports the result. */
export function useUndo(organizationId: string, notify: (message: string) => void): Undo {
  const t = useTranslations("operations");
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  async function run({ id, user }: Operation): Promise<void> {
    if (user.id === null) return;
    setBusy(id);
    setFailure(null);
    try {
      await cancelTransfer(user.id);
      notify(t("undone"));
    } catch (error) {
      setFailure(isApiError(error) ? error.message : "");
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
    }
  }
  return { busy, failure, start: (entry) => void run(entry) };
}
