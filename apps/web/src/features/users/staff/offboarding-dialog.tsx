import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/skeleton.tsx";
import type { PersonRef, Notify } from "../person-ref.ts";
import { TextField } from "../person-fields.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { useChange } from "../security/use-change.ts";
import { EndedList } from "./ended-list.tsx";
import {
  type Employment,
  employmentQuery,
  type LeavingPreview,
  offboardingQuery,
  planOffboarding,
} from "./staff.api.ts";
import { type Successor, SuccessorField } from "./successor-field.tsx";
import { TimeField } from "./time-field.tsx";
import { localParts } from "./use-staff-format.ts";

export interface OffboardingDialogProps {
  organizationId: string;
  person: PersonRef;
  onClose: () => void;
  notify: Notify;
}

/** Plans or changes an offboarding, or performs it at once, with a preview of what ends. */
export function OffboardingDialog(props: OffboardingDialogProps) {
  const { organizationId, person, onClose } = props;
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const preview = useQuery(offboardingQuery(organizationId, person.id));
  const employment = useQuery(employmentQuery(organizationId, person.id));
  if (preview.data !== undefined && employment.data !== undefined) {
    return <PlanDialog {...props} preview={preview.data} employment={employment.data} />;
  }
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      title={t("leaving.planTitle", { name: nameOf(person) })}
      actions={<Button onClick={onClose}>{common("cancel")}</Button>}
    >
      {preview.isError || employment.isError ? (
        <ErrorBox persistent title={t("loadFailed")}>
          {common("error.load")}
        </ErrorBox>
      ) : (
        <SkeletonGroup label={t("loading")}>
          <Skeleton className="h-48 w-full" />
        </SkeletonGroup>
      )}
    </Dialog>
  );
}

type PlanProps = OffboardingDialogProps & { preview: LeavingPreview; employment: Employment };

function PlanDialog({ organizationId, person, onClose, notify, preview, employment }: PlanProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const form = useId();
  const { timeZone, leaving: offboarding, today } = employment;
  const planned = offboarding?.state === "planned" ? offboarding : null;
  const start =
    planned === null ? { day: today, time: "18:00" } : localParts(planned.takesEffectAt, timeZone);
  const [when, setWhen] = useState<"later" | "now">("later");
  const [day, setDay] = useState(start.day);
  const [time, setTime] = useState(start.time);
  const [successor, setSuccessor] = useState<Successor>(planned?.successor ?? null);
  const { busy, failure, run } = useChange();
  const name = nameOf(person);
  const isLast = preview.isLastAdministrator;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const at = when === "now" ? null : `${day}T${time}`;
    const done = await run("plan", async () => {
      await planOffboarding(person.id, { at, successorId: successor?.userId ?? null });
    });
    if (!done) return;
    notify(t(at === null ? "leaving.done" : "leaving.planned", { name }), person.id);
    onClose();
  }

  const label =
    when === "now" ? "leaving.submitNow" : planned === null ? "leaving.submitLater" : "leaving.submitChange";
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      dismissible={false}
      title={t(planned === null ? "leaving.planTitle" : "leaving.changeTitle", { name })}
      closeLabel={common("close")}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button
            variant={when === "now" ? "danger" : "primary"}
            type="submit"
            form={form}
            busy={busy !== null}
            busyLabel={common("saving")}
            disabled={isLast}
          >
            {t(label)}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {failure !== null && (
          <ErrorBox persistent title={t("leaving.failed")}>
            {failure}
          </ErrorBox>
        )}
        {isLast && (
          <ErrorBox variant="warning" persistent title={t("leaving.last")}>
            {t("leaving.lastText")}
          </ErrorBox>
        )}
        <RadioGroup
          label={t("leaving.when")}
          value={when}
          onChange={setWhen}
          options={[
            { value: "later", label: t("leaving.later") },
            { value: "now", label: t("leaving.now"), hint: t("leaving.nowHint", { name }) },
          ]}
        />
        {when === "later" && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField label={t("leaving.day")} type="date" value={day} onChange={setDay} />
            <TimeField
              label={t("leaving.time")}
              hint={t("leaving.zone", { zone: timeZone })}
              value={time}
              onChange={setTime}
            />
          </div>
        )}
        <section className="grid gap-2 rounded-r-3 border border-line bg-surface-2 p-4">
          <h3 className="text-dense font-strong text-text">{t("leaving.ends")}</h3>
          <EndedList ended={preview} />
          {preview.hasOtherMemberships && <p className="text-dense text-text-2">{t("leaving.elsewhere")}</p>}
        </section>
        <SuccessorField
          organizationId={organizationId}
          except={person.id}
          value={successor}
          onChange={setSuccessor}
        />
      </form>
    </Dialog>
  );
}
