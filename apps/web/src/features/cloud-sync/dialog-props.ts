import type { CloudSync } from "./cloud-sync.api.ts";

export interface CloudSyncDialogProps {
  organizationId: string;
  sync: CloudSync;
  onChanged: (sync: CloudSync) => void;
  onClose: () => void;
}
