import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { type Bulk, useBulk } from "../../../platform/bulk/use-bulk.ts";
import type { SharedInvitation } from "./bulk-invite-form.tsx";
import { invitePerson } from "../people.api.ts";

const kinds = ["invite"] as const;

export interface BulkInvite {
  readonly bulk: Bulk<"invite">;
  readonly start: (addresses: readonly string[], shared: SharedInvitation) => void;
}

/**
 * Sends several invitations. Addresses are personal data and are discarded when the dialog closes. Invited people
 * appear in the list.
 */
export function useBulkInvite(organizationId: string): BulkInvite {
  const common = useTranslations("common");
  const client = useQueryClient();
  const shared = useRef<SharedInvitation>({});
  const bulk = useBulk<"invite">({
    kinds,
    organizationId,
    isStored: false,
    act: (_, { id, key }, bulkOperation) =>
      invitePerson(organizationId, { ...shared.current, email: id }, key, bulkOperation),
    fallback: common("error.title"),
    onEnd: () => void client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) }),
  });
  return {
    bulk,
    start(addresses, invitation) {
      shared.current = invitation;
      bulk.start("invite", addresses);
    },
  };
}
