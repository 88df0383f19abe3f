import type { Operation } from "@praxisportal/contract/organizations/organizations.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { cancelTransfer } from "../../../features/users/transfer/transfer.api.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";

/** State of reverting a transfer. */
export interface Undo {
  /** Id of the operation that is being reverted. */
  readonly busy: string | null;
  readonly failure: string | null;
  readonly start: (entry: Operation) => void;
}

/** Reverts a transfer and reports the result. */
export function useUndo(organizationId: string): Undo {
  const t = useTranslations("operations");
  const { notifySuccess } = useNotify();
  const client = useQueryClient();
  const { run, pending, failure } = useAppMutation({
    mutate: ({ userId }: { id: string; userId: string }) => cancelTransfer(userId),
    onSuccess: () => notifySuccess(t("undone")),
  });
  async function start({ id, user }: Operation): Promise<void> {
    if (user.id === null) return;
    await run({ id, userId: user.id });
    // The data is also reloaded after a failure, because the transfer may have been reverted in the meantime.
    await client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
  }
  return { busy: pending?.id ?? null, failure, start: (entry) => void start(entry) };
}
