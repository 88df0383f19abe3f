import { defaultRole } from "@praxisportal/contract/roles";
import { type RefObject, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../../platform/validation/use-form-submit.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { dayOf, TextField } from "../person-fields.tsx";
import { initialsOf } from "../../../entities/person/person-name.ts";
import { RoleField } from "../role-field.tsx";
import { emptyExternal, ExternalFields, externalOf } from "./external-fields.tsx";
import { SiteField } from "./site-field.tsx";
import { type NewOnboarding, startOnboarding, type StartedJoining } from "./staff.api.ts";

export type OnboardingStep = "person" | "work";

export interface OnboardingFormProps {
  /** Id of the form, for submit buttons outside it. */
  id: string;
  organizationId: string;
  step: OnboardingStep;
  first: RefObject<HTMLInputElement | null>;
  onStep: (step: OnboardingStep) => void;
  onBusy: (busy: boolean) => void;
  onStarted: (started: StartedJoining) => void;
}

const blank = {
  firstName: "",
  lastName: "",
  initials: "",
  email: "",
  role: defaultRole,
  siteId: "",
  startsOn: "",
  isExternal: false,
  external: emptyExternal,
};
type Draft = typeof blank;

function bodyOf(draft: Draft): NewOnboarding {
  return {
    firstName: draft.firstName,
    lastName: draft.lastName,
    initials: draft.initials,
    email: draft.email.trim() === "" ? null : draft.email,
    role: draft.role,
    siteId: draft.siteId === "" ? null : draft.siteId,
    startsOn: draft.startsOn,
    external: draft.isExternal ? externalOf(draft.external) : null,
  };
}

const personFields = ["firstName", "lastName", "initials", "email"];

/** Personal data and employment of a new member; an email address is not required. */
export function OnboardingForm(props: OnboardingFormProps) {
  const { id, organizationId, step, first, onStep, onBusy, onStarted } = props;
  const t = useTranslations("staff");
  const people = useTranslations("people");
  const [draft, setDraft] = useState<Draft>(() => ({ ...blank, startsOn: dayOf(new Date().toISOString()) }));
  const [isOwnInitials, setOwnInitials] = useState(false);
  // Idempotency key, renewed with each edit: repeated clicks or retries never create a second account.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const set = (change: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setKey(crypto.randomUUID());
  };
  const setName = (change: Pick<Partial<Draft>, "firstName" | "lastName">) => {
    const { firstName, lastName } = { ...draft, ...change };
    const isComplete = firstName.trim() !== "" && lastName.trim() !== "";
    const initials = isComplete ? initialsOf({ personalInfo: { firstName, lastName, email: null } }) : "";
    set(isOwnInitials ? change : { ...change, initials });
  };

  const { form, errors, failure, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { startOnboardingSchema: startJoiningSchema }] = await Promise.all([
        import("../../../platform/validation/validate.ts"),
        import("@praxisportal/contract/staff/staff.schema"),
      ]);
      const found = await validate(startJoiningSchema, bodyOf(draft));
      const formErrors = Object.entries(found).filter(
        ([path]) => (step === "person") === personFields.includes(path),
      );
      const messages: Record<string, string> = Object.fromEntries(formErrors);
      if (step === "work" && draft.isExternal && messages["external.physicianNumber"] !== undefined) {
        messages["external.physicianNumber"] = t("error.numberNeeded");
      }
      return messages;
    },
    async onSubmit() {
      if (step === "person") {
        onStep("work");
        return;
      }
      onBusy(true);
      try {
        onStarted(await startOnboarding(organizationId, bodyOf(draft), key));
      } catch (error) {
        // Show field errors of the first step there.
        const fields = isApiError(error) ? (error.problem?.errors ?? []) : [];
        if (fields.some(({ path }) => personFields.includes(path))) onStep("person");
        throw error;
      } finally {
        onBusy(false);
      }
    },
    mapError: (error) =>
      isApiError(error, "USER_LIMIT_REACHED") ? `${error.message}. ${t("joining.fullText")}` : undefined,
  });

  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("joining.failed")}>
          {failure}
        </ErrorBox>
      )}
      {step === "person" ? (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TextField
              first={first}
              label={people("field.firstName")}
              value={draft.firstName}
              error={errors["firstName"]}
              onChange={(firstName) => setName({ firstName })}
            />
            <TextField
              label={people("field.lastName")}
              value={draft.lastName}
              error={errors["lastName"]}
              onChange={(lastName) => setName({ lastName })}
            />
            <TextField
              label={t("field.initials")}
              hint={t("field.initialsHint")}
              maxLength={6}
              value={draft.initials}
              error={errors["initials"]}
              onChange={(initials) => {
                setOwnInitials(initials !== "");
                set({ initials });
              }}
            />
            <TextField
              label={people("field.email")}
              hint={people("field.emailHint")}
              type="email"
              optional
              value={draft.email}
              error={errors["email"]}
              onChange={(email) => set({ email })}
            />
          </div>
          <Checkbox
            label={t("field.external")}
            hint={t("field.externalHint")}
            checked={draft.isExternal}
            onChange={(isExternal) => set({ isExternal })}
          />
        </>
      ) : (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <RoleField
              label={people("field.role")}
              value={draft.role}
              error={errors["role"]}
              onChange={(role) => set({ role })}
            />
            <TextField
              label={t("field.startsOn")}
              type="date"
              value={draft.startsOn}
              error={errors["startsOn"]}
              onChange={(startsOn) => set({ startsOn })}
            />
            <SiteField
              organizationId={organizationId}
              value={draft.siteId}
              error={errors["siteId"]}
              onChange={(siteId) => set({ siteId })}
            />
          </div>
          {draft.isExternal && (
            <ExternalFields
              draft={draft.external}
              errors={errors}
              onChange={(change) => set({ external: { ...draft.external, ...change } })}
            />
          )}
        </>
      )}
    </form>
  );
}
