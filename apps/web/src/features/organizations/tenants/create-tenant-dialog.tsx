import { CreateDialog } from "../administration/create-dialog.tsx";
import type { OrganizationOption } from "../organization-list.tsx";
import { ProvisioningSteps } from "./provisioning-steps.tsx";
import { createTenant } from "./tenants.api.ts";
import { useTenantRefresh } from "./use-tenant-refresh.ts";

interface CreateTenantDialogProps {
  onClose: () => void;
  onOpen: (organization: OrganizationOption) => void;
}

/** Creates a tenant, then shows the access data to hand over and the steps that are still running. */
export function CreateTenantDialog({ onClose, onOpen }: CreateTenantDialogProps) {
  const refresh = useTenantRefresh();
  return (
    <CreateDialog
      create={createTenant}
      progress={(id) => <ProvisioningSteps id={id} />}
      onClose={onClose}
      onCreated={() => void refresh()}
      onOpen={onOpen}
    />
  );
}
