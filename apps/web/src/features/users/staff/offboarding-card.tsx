import Clock from "lucide-react/icons/clock";
import CircleCheck from "lucide-react/icons/circle-check";
import Printer from "lucide-react/icons/printer";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { Badge } from "../../../ui/label/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { User } from "../people.api.ts";
import { nameOf } from "../../../entities/person/person-name.ts";
import { Checklist, useProgress } from "./checklist.tsx";
import { EndedList } from "./ended-list.tsx";
import { OffboardingSheet } from "./offboarding-sheet.tsx";
import { cancelOffboarding, type Employment, type StaffRecord } from "./staff.api.ts";
import { useFullMoment } from "./use-staff-format.ts";
import { useReportChange } from "../use-report-change.ts";

export interface OffboardingCardProps {
  organizationId: string;
  user: User;
  employment: Employment;
  /** True if the user has no permission to act on the person. */
  readOnly: boolean;
  onPlan: () => void;
}

/** Shows the state of the offboarding: not planned, planned, or completed with a record of its effects. */
export function OffboardingCard(props: OffboardingCardProps) {
  const { user, employment, readOnly, onPlan } = props;
  const t = useTranslations("staff");
  const { offboarding } = employment;
  if (offboarding === null || (offboarding.state === "done" && user.status === "active")) {
    return (
      <Card
        title={t("offboarding.title")}
        aside={
          !readOnly &&
          user.status === "active" && (
            <WriteButton size="small" onClick={onPlan}>
              {t("offboarding.plan")}
            </WriteButton>
          )
        }
      >
        <p className="text-dense font-label text-text">{t("offboarding.none")}</p>
        <p className="mt-1 text-dense text-text-2">{t("offboarding.noneText")}</p>
      </Card>
    );
  }
  return offboarding.state === "planned" ? (
    <PlannedCard {...props} offboarding={offboarding} />
  ) : (
    <DepartedCard {...props} offboarding={offboarding} />
  );
}

type WithOffboarding = OffboardingCardProps & { offboarding: StaffRecord };

function OffboardingDetails({ offboarding }: { offboarding: StaffRecord }) {
  const t = useTranslations("staff");
  const fullMoment = useFullMoment();
  const details = [
    [t("offboarding.at"), fullMoment(offboarding.doneAt ?? offboarding.takesEffectAt)],
    [t("offboarding.plannedBy"), offboarding.createdBy ?? t("checklist.somebody")],
    ...(offboarding.successor === null
      ? []
      : [[t("offboarding.takesOver"), offboarding.successor.name] as const]),
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-2 text-dense sm:grid-cols-[9rem_1fr]">
      {details.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-3">{name}</dt>
          <dd className="min-w-0 break-words text-text max-sm:-mt-2">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function PlannedCard({ organizationId, user, readOnly, onPlan, offboarding }: WithOffboarding) {
  const t = useTranslations("staff");
  const progress = useProgress();
  const report = useReportChange(organizationId);
  const { busy, failure, run } = useAppMutation({
    mutate: () => cancelOffboarding(user.id),
    onSuccess: () => report(t("offboarding.cancelled", { name: nameOf(user) }), user.id),
  });
  return (
    <Card
      title={t("offboarding.title")}
      description={progress(offboarding)}
      aside={
        <Badge tone="warning" icon={Clock}>
          {t("offboarding.plannedState")}
        </Badge>
      }
      footer={
        readOnly ? undefined : (
          <div className="button-row flex flex-wrap gap-2">
            <WriteButton size="small" onClick={onPlan}>
              {t("offboarding.change")}
            </WriteButton>
            <WriteButton size="small" busy={busy} onClick={() => void run()}>
              {t("offboarding.cancel")}
            </WriteButton>
          </div>
        )
      }
    >
      <div className="grid gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("offboarding.failed")}>
            {failure}
          </ErrorBox>
        )}
        {offboarding.blocked && (
          <ErrorBox variant="warning" persistent title={t("offboarding.waiting")}>
            {t("offboarding.last")} {t("offboarding.lastText")}
          </ErrorBox>
        )}
        <OffboardingDetails offboarding={offboarding} />
        <Checklist
          organizationId={organizationId}
          userId={user.id}
          record={offboarding}
          readOnly={readOnly}
        />
      </div>
    </Card>
  );
}

function DepartedCard({ organizationId, user, readOnly, offboarding }: WithOffboarding) {
  const t = useTranslations("staff");
  const progress = useProgress();
  return (
    <Card
      title={t("offboarding.protocol")}
      description={progress(offboarding)}
      aside={
        <>
          <Badge tone="neutral" icon={CircleCheck}>
            {t("offboarding.doneState")}
          </Badge>
          <Button size="small" icon={Printer} onClick={() => window.print()}>
            {t("offboarding.print")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <OffboardingDetails offboarding={offboarding} />
        {offboarding.ended !== null && (
          <section className="grid gap-2 rounded-r-3 border border-line bg-surface-2 p-4">
            <h3 className="text-dense font-strong text-text">{t("offboarding.ended")}</h3>
            <EndedList ended={offboarding.ended} />
          </section>
        )}
        <Checklist
          organizationId={organizationId}
          userId={user.id}
          record={offboarding}
          readOnly={readOnly}
        />
        <OffboardingSheet user={user} offboarding={offboarding} />
      </div>
    </Card>
  );
}
