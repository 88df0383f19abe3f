import type { StaffBoard } from "@praxisportal/contract/staff/staff.schema";
import { Link } from "@tanstack/react-router";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import { useTranslations } from "use-intl";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { linkClass, nameLinkClass } from "../../../ui/button/link-style.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Dot } from "../../../ui/label/dotted.tsx";

/** Counts of the staff board and its most urgent entries. */
export function StaffCard({ board: { counts, data } }: { board: StaffBoard }) {
  const t = useTranslations("dashboard");
  const format = useFormat();
  return (
    <Card
      title={t("staff.title")}
      description={data.length === 0 ? t("staff.none") : t("staff.counts", counts)}
      aside={
        <Link to="/organization/staff-board" className={linkClass}>
          {t("staff.all")}
        </Link>
      }
    >
      {data.length > 0 && (
        <ul className="grid gap-3">
          {data.map(({ id, kind, stage, user, day }) => {
            const Icon = kind === "onboarding" ? LogIn : LogOut;
            return (
              <li key={id} className="flex items-start gap-3">
                <Icon size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-text-3" aria-hidden />
                <div className="min-w-0">
                  <Link
                    to="/users/$userId"
                    params={{ userId: user.id }}
                    search={{ tab: "staff" }}
                    className={nameLinkClass}
                  >
                    {nameOf({
                      personalInfo: { firstName: user.firstName, lastName: user.lastName, email: null },
                    })}
                  </Link>
                  <p className="text-small text-text-2">
                    {t(`staff.${kind}`, { date: format.calendar.date(day) })}
                    {stage === "overdue" && (
                      <span className="font-strong text-danger">
                        <Dot />
                        {t("staff.overdue")}
                      </span>
                    )}
                  </p>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
