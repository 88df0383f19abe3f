import type { OffboardingEffects } from "@praxisportal/contract/staff/staff.schema";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import KeyRound from "lucide-react/icons/key-round";
import Mail from "lucide-react/icons/mail";
import Monitor from "lucide-react/icons/monitor";
import ShieldCheck from "lucide-react/icons/shield-check";
import Webhook from "lucide-react/icons/webhook";
import { useTranslations } from "use-intl";

/** Effects from a preview, which lacks the choices for the webhooks, or from a record. */
type Effects = Omit<OffboardingEffects, "handedOverWebhooks" | "disabledWebhooks" | "keptWebhooks"> &
  Partial<OffboardingEffects>;

/** Returns a function that lists what an offboarding ends, as lines of text. */
export function useEndedLines() {
  const t = useTranslations("staff");
  return ({
    sessions,
    applications,
    invitations,
    secondFactor,
    handedOverWebhooks = [],
    disabledWebhooks = [],
    keptWebhooks = [],
  }: Effects): { icon: LucideIcon; text: string }[] => [
    ...(sessions + applications.length + invitations === 0 && !secondFactor
      ? [{ icon: Check, text: t("offboarding.endsNothing") }]
      : []),
    ...(sessions > 0 ? [{ icon: Monitor, text: t("offboarding.sessions", { count: sessions }) }] : []),
    ...(applications.length > 0
      ? [
          {
            icon: KeyRound,
            text: t("offboarding.applications", {
              count: applications.length,
              names: applications.join(", "),
            }),
          },
        ]
      : []),
    ...(invitations > 0 ? [{ icon: Mail, text: t("offboarding.invitations", { count: invitations }) }] : []),
    ...(secondFactor ? [{ icon: ShieldCheck, text: t("offboarding.factor") }] : []),
    ...(handedOverWebhooks.length > 0
      ? [
          {
            icon: Webhook,
            text: t("offboarding.webhooksHandedOver", { names: handedOverWebhooks.join(", ") }),
          },
        ]
      : []),
    ...(disabledWebhooks.length > 0
      ? [{ icon: Webhook, text: t("offboarding.webhooksDisabled", { names: disabledWebhooks.join(", ") }) }]
      : []),
    ...(keptWebhooks.length > 0
      ? [{ icon: Webhook, text: t("offboarding.webhooksKept", { names: keptWebhooks.join(", ") }) }]
      : []),
  ];
}

export function EndedList({ ended }: { ended: Effects }) {
  const lines = useEndedLines()(ended);
  return (
    <ul className="grid gap-1.5 text-dense text-text">
      {lines.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-start gap-2">
          <Icon size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-2" aria-hidden />
          <span className="min-w-0 break-words">{text}</span>
        </li>
      ))}
    </ul>
  );
}
