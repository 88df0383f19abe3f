import Clock from "lucide-react/icons/clock";
import CircleCheck from "lucide-react/icons/circle-check";
import Printer from "lucide-react/icons/printer";
import { useTranslations } from "use-intl";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import type { User } from "../people.api.ts";
import type { Tell } from "../person-ref.ts";
import { nameOf } from "../person-name.ts";
import { useChange } from "../security/use-change.ts";
import { Checklist, useProgress } from "./checklist.tsx";
import { EndedList } from "./ended-list.tsx";
import { LeavingSheet } from "./leaving-sheet.tsx";
import { cancelLeaving, type Employment, type StaffRecord } from "./staff.api.ts";
import { useStaffFormat } from "./use-staff-format.ts";

export interface LeavingCardProps {
  organizationId: string;
  user: User;
  employment: Employment;
  /** Without permission to act on the person. */
  readOnly: boolean;
  tell: Tell;
  onPlan: () => void;
  onCancelled: () => void;
}

/** The offboarding: not planned, planned, or the record of what it ended. */
export function LeavingCard(props: LeavingCardProps) {
  const { user, employment, readOnly, onPlan } = props;
  const t = useTranslations("staff");
  const { leaving } = employment;
  if (leaving === null || (leaving.state === "done" && user.status === "active")) {
    return (
      <Card
        title={t("leaving.title")}
        aside={
          !readOnly &&
          user.status === "active" && (
            <Button size="small" onClick={onPlan}>
              {t("leaving.plan")}
            </Button>
          )
        }
      >
        <p className="text-dense font-label text-text">{t("leaving.none")}</p>
        <p className="mt-1 text-dense text-text-2">{t("leaving.noneText")}</p>
      </Card>
    );
  }
  return leaving.state === "planned" ? (
    <PlannedCard {...props} leaving={leaving} />
  ) : (
    <LeftCard {...props} leaving={leaving} />
  );
}

type WithLeaving = LeavingCardProps & { leaving: StaffRecord };

function Facts({ leaving, timeZone }: { leaving: StaffRecord; timeZone: string }) {
  const t = useTranslations("staff");
  const format = useStaffFormat(timeZone);
  const facts = [
    [t("leaving.at"), format.moment(leaving.doneAt ?? leaving.takesEffectAt)],
    [t("leaving.plannedBy"), leaving.createdBy ?? t("checklist.somebody")],
    ...(leaving.successor === null ? [] : [[t("leaving.takesOver"), leaving.successor.name] as const]),
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[9rem_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-3">{name}</dt>
          <dd className="min-w-0 break-words text-text max-sm:-mt-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PlannedCard({
  organizationId,
  user,
  employment,
  readOnly,
  tell,
  onPlan,
  onCancelled,
  leaving,
}: WithLeaving) {
  const t = useTranslations("staff");
  const progress = useProgress();
  const { busy, failure, run } = useChange();
  const cancel = async () => {
    const done = await run("cancel", () => cancelLeaving(user.id));
    if (!done) return;
    tell(t("leaving.cancelled", { name: nameOf(user) }), user.id);
    onCancelled();
  };
  return (
    <Card
      title={t("leaving.title")}
      description={progress(leaving)}
      aside={
        <Badge tone="warning" icon={Clock}>
          {t("leaving.plannedState")}
        </Badge>
      }
      foot={
        readOnly ? undefined : (
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={onPlan}>
              {t("leaving.change")}
            </Button>
            <Button size="small" busy={busy !== null} onClick={() => void cancel()}>
              {t("leaving.cancel")}
            </Button>
          </div>
        )
      }
    >
      <div className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("leaving.failed")}>
            {failure}
          </ErrorBox>
        )}
        {leaving.hindered && (
          <ErrorBox kind="warning" persistent title={t("leaving.hindered")}>
            {t("leaving.last")} {t("leaving.lastText")}
          </ErrorBox>
        )}
        <Facts leaving={leaving} timeZone={employment.timeZone} />
        <Checklist
          organizationId={organizationId}
          userId={user.id}
          record={leaving}
          timeZone={employment.timeZone}
          readOnly={readOnly}
        />
      </div>
    </Card>
  );
}

function LeftCard({ organizationId, user, employment, readOnly, leaving }: WithLeaving) {
  const t = useTranslations("staff");
  const progress = useProgress();
  return (
    <Card
      title={t("leaving.protocol")}
      description={progress(leaving)}
      aside={
        <>
          <Badge tone="neutral" icon={CircleCheck}>
            {t("leaving.doneState")}
          </Badge>
          <Button size="small" icon={Printer} onClick={() => window.print()}>
            {t("leaving.print")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Facts leaving={leaving} timeZone={employment.timeZone} />
        {leaving.ended !== null && (
          <section className="grid gap-2 rounded-r-3 border border-line bg-surface-2 p-4">
            <h3 className="text-dense font-strong text-text">{t("leaving.ended")}</h3>
            <EndedList ended={leaving.ended} />
          </section>
        )}
        <Checklist
          organizationId={organizationId}
          userId={user.id}
          record={leaving}
          timeZone={employment.timeZone}
          readOnly={readOnly}
        />
        <LeavingSheet user={user} leaving={leaving} timeZone={employment.timeZone} />
      </div>
    </Card>
  );
}
