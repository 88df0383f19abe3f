import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import type { LucideIcon } from "lucide-react";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import type { Tone } from "../../../ui/label/badge.tsx";

interface Movement {
  text: string;
  tone: Tone;
  icon: LucideIcon;
}

/** Returns a function that describes a person's upcoming first day and planned last day as badges. */
export function useMovements() {
  const t = useTranslations("users");
  const format = useFormat();
  const today = useToday();
  return ({ startsOn, leavesAt }: Pick<ListedUser, "startsOn" | "leavesAt">): readonly Movement[] => {
    const movements: Movement[] = [];
    if (startsOn !== null && startsOn > today) {
      const text = t("movement.joins", { date: format.calendar.date(startsOn) });
      movements.push({ text, tone: "info", icon: LogIn });
    }
    if (leavesAt !== null) {
      movements.push({
        text: t("movement.leaves", { date: format.date(leavesAt) }),
        tone: "warning",
        icon: LogOut,
      });
    }
    return movements;
  };
}
