import type { PersonRef, Notify } from "../person-ref.ts";
import type { SecurityStep } from "./security-step.ts";

export interface SecurityDialogProps {
  action: SecurityStep;
  organizationId: string;
  person: PersonRef;
  onClose: () => void;
  notify: Notify;
}

export type PersonDialogBaseProps = Omit<SecurityDialogProps, "action">;
