import { useQuery } from "@tanstack/react-query";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { userStatisticsQuery } from "../../../entities/person/person.api.ts";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { mayDiscard } from "../../../platform/forms/unsaved-input.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SegmentedControl } from "../../../ui/form/segmented-control.tsx";
import { AccountForm } from "./account-form.tsx";
import { BulkInviteForm } from "../invite/bulk-invite-form.tsx";
import { BulkInviteProgress } from "../invite/bulk-invite-progress.tsx";
import { Credentials } from "./credentials.tsx";
import { InviteForm } from "../invite/invite-form.tsx";
import { nameOf } from "../../../entities/person/person-name.ts";
import type { User } from "../people.api.ts";
import { useBulkInvite } from "../invite/use-bulk-invite.ts";
import { useReportChange } from "../use-report-change.ts";

type AddPersonMode = "account" | "invite" | "several";

const hints = {
  account: "accountHint",
  invite: "inviteHint",
  several: "inviteSeveralHint",
} as const satisfies Record<AddPersonMode, string>;

export interface AddPersonDialogProps {
  organizationId: string;
  open: boolean;
  onClose: () => void;
  /** Opens the onboarding instead, for a person who starts on a certain day. */
  onStartOnboarding: () => void;
  /** Initially selected method. "account" is the default, because front-desk staff often have no email. */
  mode?: AddPersonMode;
}

/** Adds people: with username and password, or by invitation. */
export function AddPersonDialog(props: AddPersonDialogProps) {
  const { organizationId, open, onClose, onStartOnboarding, mode = "account" } = props;
  const t = useTranslations("people");
  const report = useReportChange(organizationId);
  const several = useTranslations("bulk-invite");
  const common = useTranslations("common");
  const [chosenMode, setChosenMode] = useState<AddPersonMode>(mode);
  const [createdPerson, setCreatedPerson] = useState<{ user: User; password: string } | null>(null);
  const statistics = useQuery(userStatisticsQuery(organizationId)).data;
  const names = (statistics?.departments ?? []).map(({ name }) => name);
  const { bulk, start } = useBulkInvite(organizationId);
  const [addresses, setAddresses] = useState(0);
  const firstField = useRef<HTMLInputElement>(null);

  async function choose(next: AddPersonMode): Promise<void> {
    if (await mayDiscard()) setChosenMode(next);
  }

  async function startOnboarding(): Promise<void> {
    if (await mayDiscard()) onStartOnboarding();
  }

  function finish(): void {
    setCreatedPerson(null);
    onClose();
  }

  if (createdPerson !== null) {
    return (
      <Dialog
        open={open}
        onOpenChange={finish}
        dismissible={false}
        size="form"
        title={t("created.title", { name: nameOf(createdPerson.user) })}
        description={t("created.text")}
        actions={
          <>
            <Button onClick={() => setCreatedPerson(null)}>{t("created.another")}</Button>
            <Button variant="primary" onClick={finish}>
              {common("close")}
            </Button>
          </>
        }
      >
        <Credentials
          organizationId={organizationId}
          user={createdPerson.user}
          password={createdPerson.password}
        />
      </Dialog>
    );
  }
  const modeOptions = (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <SegmentedControl
        label={t("ways.label")}
        value={chosenMode}
        onChange={(next) => void choose(next)}
        segments={[
          { value: "account", label: t("ways.account") },
          { value: "invite", label: t("ways.invite") },
          { value: "several", label: t("ways.several") },
        ]}
      />
      {chosenMode === "account" && (
        <p className="flex flex-wrap items-center gap-x-2 text-dense text-text-2">
          {t("ways.onboardingHint")}
          <Button
            variant="quiet"
            size="small"
            icon={ClipboardCheck}
            className="-ml-3"
            onClick={() => void startOnboarding()}
          >
            {t("ways.onboarding")}
          </Button>
        </p>
      )}
    </div>
  );
  if (bulk.work !== null) return <BulkInviteProgress bulk={bulk} onClose={onClose} />;
  if (!open) return null;
  return (
    <FormDialog
      size="wide"
      title={t("add")}
      description={t(`ways.${hints[chosenMode]}`)}
      initialFocus={firstField}
      busyLabel={t("submit.busy")}
      submitLabel={
        chosenMode === "several"
          ? several("submit", { count: addresses })
          : t(chosenMode === "account" ? "submit.account" : "submit.invite")
      }
      onClose={onClose}
    >
      <div className="grid gap-4">
        {modeOptions}
        {chosenMode === "account" ? (
          <AccountForm
            organizationId={organizationId}
            departments={names}
            focusRef={firstField}
            onCreated={(user, password) => {
              void report(t("success.created", { name: nameOf(user) }), user.id);
              setCreatedPerson({ user, password });
            }}
          />
        ) : chosenMode === "several" ? (
          <BulkInviteForm
            freeSeats={statistics && Math.max(0, statistics.maxUsers - statistics.seatsTaken)}
            onCount={setAddresses}
            onReady={start}
          />
        ) : (
          <InviteForm
            organizationId={organizationId}
            departments={names}
            focusRef={firstField}
            onInvited={(userId, email) => {
              void report(t("success.invited", { email }), userId);
              onClose();
            }}
          />
        )}
      </div>
    </FormDialog>
  );
}
