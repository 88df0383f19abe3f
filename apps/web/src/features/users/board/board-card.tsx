import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import Bell from "lucide-react/icons/bell";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { personKeys } from "../../../entities/person/person-keys.ts";
import { initialsOf, nameOf } from "../../../entities/person/person-name.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useWriteBlock } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { Meter } from "../../../ui/chart/meter.tsx";
import { cx } from "../../../ui/cx.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Avatar } from "../../../ui/label/avatar.tsx";
import { Badge } from "../../../ui/label/badge.tsx";
import { useItemLabels } from "../staff/checklist.tsx";
import { tickItem } from "../staff/staff.api.ts";
import type { StaffBoardEntry } from "./board.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface BoardCardProps {
  organizationId: string;
  entry: StaffBoardEntry;
}

/**
 * One onboarding or offboarding: the person, the date, the open items, and the next step, which can be checked off
 * here.
 */
export function BoardCard({ organizationId, entry }: BoardCardProps) {
  const t = useTranslations("staff-board");
  const roles = useTranslations("roles");
  const format = useFormat();
  const { kind, stage, user, daysLeft, doneItems, totalItems } = entry;
  const person = { personalInfo: { firstName: user.firstName, lastName: user.lastName, email: null } };
  const progress = t("progress", { done: doneItems, all: totalItems });
  const about = [
    roles(user.role),
    ...(user.department === null ? [] : [user.department]),
    ...(user.isExternal ? [t("external")] : []),
  ];
  return (
    <article
      className={cx(
        "grid gap-3 rounded-r-3 border bg-surface p-4",
        stage === "overdue" ? "border-danger" : "border-line",
      )}
    >
      <div className="flex items-start gap-3">
        <Avatar id={user.id} initials={initialsOf(person)} size={40} />
        <div className="min-w-0">
          <h3>
            <Link
              to="/users/$userId"
              params={{ userId: user.id }}
              search={{ tab: "staff" }}
              className={nameLinkClass}
            >
              {nameOf(person)}
            </Link>
          </h3>
          <p className="text-small break-words text-text-2">
            <Dotted details={about} />
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge
          tone={kind === "onboarding" ? "info" : "neutral"}
          icon={kind === "onboarding" ? LogIn : LogOut}
        >
          {t(kind, { date: format.calendar.date(entry.day) })}
        </Badge>
        <span className={cx("text-small", stage === "overdue" ? "font-strong text-danger" : "text-text-2")}>
          {daysLeft < 0
            ? t("since", { days: -daysLeft })
            : daysLeft === 0
              ? t("today")
              : t("in", { days: daysLeft })}
        </span>
      </div>
      <div className="flex items-center gap-3">
        <Meter
          plain
          className="flex-1"
          label={t("open", { name: nameOf(person) })}
          valueText={progress}
          ratio={totalItems === 0 ? 1 : doneItems / totalItems}
        />
        <span className="text-small whitespace-nowrap text-text-2 tabular-nums">{progress}</span>
      </div>
      {entry.blocked && <p className="text-dense text-danger">{t("lastAdministrator")}</p>}
      <NextStep organizationId={organizationId} entry={entry} />
      {entry.ownerName !== null && (
        <p className="flex items-start gap-2 border-t border-line pt-3 text-small text-text-2">
          <Bell size={14} strokeWidth={2} className="mt-0.5 shrink-0" aria-hidden />
          {t("owner", { name: entry.ownerName })}
        </p>
      )}
    </article>
  );
}

/** Shows the first open item as a checkbox. After it is checked, the board shows the next item. */
function NextStep({ organizationId, entry }: BoardCardProps) {
  const t = useTranslations("staff-board");
  const labels = useItemLabels();
  const client = useQueryClient();
  const block = useWriteBlock();
  const { kind, nextItem } = entry;
  const { busy, failure, run } = useAppMutation({
    mutate: (item: string) => tickItem(entry.user.id, entry.id, item, true),
    onSuccess: () =>
      Promise.all(
        [personKeys.all(organizationId), organizationKeys.statistics(organizationId)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
  if (nextItem === null) return <p className="text-dense text-text-2">{t("allDone")}</p>;
  return (
    <div className="grid gap-2">
      {failure !== null && (
        <ErrorBox persistent title={t("tickFailed")}>
          {failure}
        </ErrorBox>
      )}
      <Checkbox
        label={labels({ kind }, nextItem)}
        hint={block ?? t("next")}
        checked={busy}
        disabled={block !== null}
        aria-busy={busy}
        onChange={() => void run(nextItem.item)}
      />
    </div>
  );
}
