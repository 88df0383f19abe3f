import type { PersonRef } from "../person-ref.ts";
import type { SecurityStep } from "./security-step.ts";

export interface SecurityDialogProps {
  action: SecurityStep;
  organizationId: string;
  person: PersonRef;
  onClose: () => void;
}

export type PersonDialogBaseProps = Omit<SecurityDialogProps, "action">;
