import type { UserSecurity } from "./person-security.api.ts";
import type { SecurityStep } from "./security-step.ts";

/** Props of each card of the tab. */
export interface SecurityCardProps {
  user: UserSecurity;
  onStart: (step: SecurityStep) => void;
}
