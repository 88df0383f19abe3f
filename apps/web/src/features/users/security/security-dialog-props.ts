import type { Named, Tell } from "../person-ref.ts";
import type { SecurityStep } from "./security-step.ts";

export interface SecurityDialogProps {
  action: SecurityStep;
  organizationId: string;
  person: Named;
  onClose: () => void;
  tell: Tell;
}

export type AboutPerson = Omit<SecurityDialogProps, "action">;
