import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { localParts } from "../../../platform/i18n/zoned-time.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { EndedList } from "./ended-list.tsx";
import {
  type Employment,
  employmentQuery,
  type OffboardingPreview,
  offboardingQuery,
  planOffboarding,
} from "./staff.api.ts";
import { type Colleague, ColleagueField } from "./colleague-field.tsx";
import { TimeField } from "./time-field.tsx";
import { handOverToSuccessor, type WebhookDecision, WebhookFields } from "./webhook-fields.tsx";
import { useReportChange } from "../use-report-change.ts";

export interface OffboardingDialogProps {
  organizationId: string;
  person: { readonly id: string; readonly name: string };
  onClose: () => void;
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
      title={t("offboarding.planTitle", { name: person.name })}
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

type Values = {
  when: "later" | "now";
  day: string;
  time: string;
  successor: Colleague;
  /** The decisions by webhook id. */
  webhooks: Record<string, WebhookDecision>;
};

type PlanProps = OffboardingDialogProps & { preview: OffboardingPreview; employment: Employment };

function PlanDialog({ organizationId, person, onClose, preview, employment }: PlanProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const report = useReportChange(organizationId);
  const { timeZone, offboarding } = employment;
  const planned = offboarding?.state === "planned" ? offboarding : null;
  // The day is initially empty, so that a premature confirmation does not end the access.
  const start = planned === null ? { day: "", time: "18:00" } : localParts(planned.takesEffectAt, timeZone);
  const { name } = person;
  const isLastAdministrator = preview.isLastAdministrator;
  const initial: Values = {
    when: "later",
    ...start,
    successor: planned?.successor ?? null,
    webhooks: Object.fromEntries(
      (planned?.webhooks ?? []).map(({ webhookId, choice, ownerId }) => [webhookId, { choice, ownerId }]),
    ),
  };
  const form = useAppForm({
    values: initial,
    check: ({ when, day }) => (when === "later" && day === "" ? { day: t("offboarding.dayMissing") } : {}),
    send: ({ when, day, time, successor, webhooks }) =>
      planOffboarding(person.id, {
        at: when === "now" ? null : `${day}T${time}`,
        successorId: successor?.userId ?? null,
        webhooks: preview.webhooks.map(({ id }) => ({
          webhookId: id,
          ...(webhooks[id] ?? handOverToSuccessor),
        })),
      }),
    onSuccess(_result, { when }) {
      void report(t(when === "now" ? "offboarding.done" : "offboarding.planned", { name }), person.id);
      onClose();
    },
  });
  const { field } = form;
  const { when } = form.values;

  const label =
    when === "now"
      ? "offboarding.submitNow"
      : planned === null
        ? "offboarding.submitLater"
        : "offboarding.submitChange";
  return (
    <FormDialog
      title={t(planned === null ? "offboarding.planTitle" : "offboarding.changeTitle", { name })}
      submitLabel={t(label)}
      submitVariant={when === "now" ? "danger" : "primary"}
      submitDisabled={isLastAdministrator}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("offboarding.failed")} className="gap-5">
        {isLastAdministrator && (
          <ErrorBox variant="warning" persistent title={t("offboarding.last")}>
            {t("offboarding.lastText")}
          </ErrorBox>
        )}
        <RadioGroup
          label={t("offboarding.when")}
          value={when}
          onChange={field("when").onChange}
          options={[
            { value: "later", label: t("offboarding.later") },
            { value: "now", label: t("offboarding.now"), hint: t("offboarding.nowHint", { name }) },
          ]}
        />
        {when === "later" && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField {...field("day")} label={t("offboarding.day")} type="date" />
            <TimeField
              label={t("offboarding.time")}
              hint={t("offboarding.zone", { zone: timeZone })}
              value={form.values.time}
              onChange={field("time").onChange}
            />
          </div>
        )}
        <section className="grid gap-2 rounded-r-3 border border-line bg-surface-2 p-4">
          <h3 className="text-dense font-strong text-text">{t("offboarding.ends")}</h3>
          <EndedList ended={preview} />
          {preview.hasOtherMemberships && (
            <p className="text-dense text-text-2">{t("offboarding.elsewhere")}</p>
          )}
        </section>
        <ColleagueField
          organizationId={organizationId}
          label={t("offboarding.successor")}
          searchLabel={t("offboarding.search")}
          hint={t("offboarding.successorHint")}
          noneLabel={t("offboarding.nobody")}
          optionalMark={common("optional")}
          except={person.id}
          value={form.values.successor}
          onChange={field("successor").onChange}
        />
        {preview.webhooks.map((webhook) => (
          <WebhookFields
            key={webhook.id}
            organizationId={organizationId}
            personId={person.id}
            name={webhook.name}
            value={form.values.webhooks[webhook.id] ?? handOverToSuccessor}
            onChange={(chosen) =>
              field("webhooks").onChange({ ...form.values.webhooks, [webhook.id]: chosen })
            }
          />
        ))}
      </AppForm>
    </FormDialog>
  );
}
