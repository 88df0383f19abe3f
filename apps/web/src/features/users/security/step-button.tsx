import type { LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import type { ButtonVariant } from "../../../ui/button/button-style.ts";
import type { SecurityCardProps } from "./security-card-props.ts";
import type { SecurityStep } from "./security-step.ts";

interface StepButtonProps extends SecurityCardProps {
  step: SecurityStep;
  icon?: LucideIcon;
  variant?: ButtonVariant;
  /** Replaces the usual label of the step. */
  label?: string | undefined;
}

/** Starts a security action. Empty if the server would reject it. */
export function StepButton({ user, onStart, step, icon, variant, label }: StepButtonProps) {
  const t = useTranslations("person-security");
  if (!user.allowedActions.includes(step)) return null;
  return (
    <WriteButton
      block
      icon={icon}
      {...(variant === undefined ? {} : { variant })}
      onClick={() => onStart(step)}
    >
      {label ?? t(`action.${step}`)}
    </WriteButton>
  );
}
