import type { TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { useSeatsText } from "../../../entities/person/use-seats-text.ts";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Steps } from "../../../ui/feedback/steps.tsx";
import { Credentials } from "../create/credentials.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import { Checklist } from "./checklist.tsx";
import { OnboardingForm, type OnboardingStep } from "./onboarding-form.tsx";
import { employmentQuery, type StartedOnboarding } from "./staff.api.ts";
import { useFullEnd } from "./use-staff-format.ts";

export interface OnboardingDialogProps {
  organizationId: string;
  open: boolean;
  /** The template to start with. */
  template?: TemplateKey | null;
  onClose: () => void;
}

/** Performs an onboarding: personal data, employment, and the printable start sheet. */
export function OnboardingDialog({ organizationId, open, template = null, onClose }: OnboardingDialogProps) {
  const t = useTranslations("staff");
  const client = useQueryClient();
  const seatsText = useSeatsText();
  const [step, setStep] = useKeptState<OnboardingStep>("onboarding-step", "person");
  const [started, setStarted] = useState<StartedOnboarding | null>(null);
  const statistics = useQuery(userStatisticsQuery(organizationId)).data;
  const firstField = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const seats = statistics && { taken: statistics.seatsTaken, max: statistics.maxUsers };
  const isFull = seats !== undefined && seats.taken >= seats.max;
  const steps = (
    <Steps
      label={t("onboarding.steps")}
      steps={[t("onboarding.person"), t("onboarding.work"), t("onboarding.sheet")]}
      current={started !== null ? 2 : step === "person" ? 0 : 1}
      doneLabel={t("onboarding.done")}
    />
  );

  // Focus the first field of a new step, for keyboard and screen reader users.
  useEffect(() => {
    if (step === "work") body.current?.querySelector<HTMLElement>("select, input")?.focus();
  }, [step]);

  if (started !== null) {
    return (
      <StartedDialog
        organizationId={organizationId}
        open={open}
        started={started}
        steps={steps}
        onClose={onClose}
        onStartAnother={() => {
          setStarted(null);
        }}
      />
    );
  }
  if (!open) return null;
  return (
    <FormDialog
      size="wide"
      title={t("onboarding.title")}
      description={t("onboarding.text")}
      initialFocus={firstField}
      status={seats && seatsText(seats)}
      submitLabel={t(step === "person" ? "onboarding.next" : "onboarding.submit")}
      submitDisabled={isFull}
      back={step === "person" ? undefined : { label: t("onboarding.back"), onClick: () => setStep("person") }}
      onClose={onClose}
    >
      <div ref={body} className="grid gap-5">
        {steps}
        {isFull && (
          <ErrorBox variant="warning" persistent title={t("onboarding.full", seats)}>
            {t("onboarding.fullText")}
          </ErrorBox>
        )}
        <OnboardingForm
          organizationId={organizationId}
          step={step}
          focusRef={firstField}
          template={template}
          departments={(statistics?.departments ?? []).map(({ name }) => name)}
          onStep={setStep}
          onStarted={(onboarding) => {
            setStarted(onboarding);
            // After a lock, a new onboarding starts with its first step.
            setStep("person");
            // This dialog confirms the onboarding, so only the lists behind it are refetched.
            void client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
          }}
        />
      </div>
    </FormDialog>
  );
}

interface StartedDialogProps {
  organizationId: string;
  open: boolean;
  started: StartedOnboarding;
  steps: React.ReactNode;
  onClose: () => void;
  onStartAnother: () => void;
}

/** Shows the printable start sheet once, and the checklist. */
function StartedDialog({
  organizationId,
  open,
  started,
  steps,
  onClose,
  onStartAnother,
}: StartedDialogProps) {
  const t = useTranslations("staff");
  const common = useTranslations("common");
  const client = useQueryClient();
  const { user, temporaryPassword, temporaryPasswordExpiresAt, employment, startsWithoutAi } = started;
  const { startsOn } = employment;
  const today = useToday();
  const format = useFormat();
  const fullEnd = useFullEnd();
  const canChangeQuotas = useHasPermission("billing:write");
  const query = employmentQuery(organizationId, user.id);
  const current = useQuery({ ...query, initialData: employment, enabled: false }).data;
  const close = () => {
    void client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      dismissible={false}
      size="wide"
      title={
        startsOn !== null && startsOn > today
          ? t("onboarding.readyLater", { name: nameOf(user), date: format.calendar.date(startsOn) })
          : t("onboarding.ready", { name: nameOf(user) })
      }
      description={t(temporaryPassword === null ? "onboarding.passwordGone" : "onboarding.readyText")}
      actions={
        <>
          <Button onClick={onStartAnother}>{t("onboarding.another")}</Button>
          <Button variant="primary" onClick={close}>
            {common("close")}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {steps}
        <div className="grid items-start gap-5 md:grid-cols-2">
          <div className="grid gap-3">
            {temporaryPassword !== null && temporaryPasswordExpiresAt !== null && (
              <>
                <Credentials
                  organizationId={organizationId}
                  user={user}
                  password={temporaryPassword}
                  until={fullEnd(temporaryPasswordExpiresAt)}
                />
                <p className="text-dense text-text-2">
                  {t("onboarding.until", { time: fullEnd(temporaryPasswordExpiresAt) })}
                </p>
              </>
            )}
            {startsWithoutAi && (
              <p className="text-dense text-text-2">
                {t("onboarding.startsWithoutAi")}
                {canChangeQuotas && (
                  <>
                    {" "}
                    <Link
                      to="/users/$userId"
                      params={{ userId: user.id }}
                      search={{ tab: "ai" }}
                      className={linkClass}
                    >
                      {t("onboarding.changeQuota")}
                    </Link>
                  </>
                )}
              </p>
            )}
            <Link
              to="/users/$userId"
              params={{ userId: user.id }}
              search={{ tab: "staff" }}
              className={linkClass}
            >
              {t("onboarding.open")}
            </Link>
          </div>
          {current.onboarding !== null && (
            <Card title={t("checklist.onboarding")} level={3}>
              <Checklist
                organizationId={organizationId}
                userId={user.id}
                record={current.onboarding}
                readOnly={false}
              />
            </Card>
          )}
        </div>
      </div>
    </Dialog>
  );
}
