import { canGrant, effectivePermissions, hasPermission } from "@praxisportal/contract/permissions";
import { defaultRole, type Role, roles } from "@praxisportal/contract/roles";
import { templateKeys, type TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { grantableRoles } from "@praxisportal/contract/users/users.rules";
import { type RefObject, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { useKeptValue } from "../../../platform/session/page-state/kept-state.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { initialsOf } from "../../../entities/person/person-name.ts";
import { DepartmentField } from "../edit/department-field.tsx";
import { orNull } from "../edit/or-null.ts";
import { useActor } from "../edit/use-actor.ts";
import { RoleField } from "../edit/role-field.tsx";
import type { User } from "../people.api.ts";
import { SameRights } from "../rights/same-rights.tsx";
import { emptyExternal, ExternalFields, externalOf } from "./external-fields.tsx";
import { SiteField } from "./site-field.tsx";
import { TemplateField } from "./template-field.tsx";
import { useHolderOfInitials } from "./use-holder-of-initials.ts";
import { useTemplate } from "./use-template.ts";
import { type NewOnboarding, startOnboarding, type StartedOnboarding } from "./staff.api.ts";

export type OnboardingStep = "person" | "work";

export interface OnboardingFormProps {
  organizationId: string;
  step: OnboardingStep;
  focusRef: RefObject<HTMLInputElement | null>;
  /** The template to start with. */
  template: TemplateKey | null;
  departments: readonly string[];
  onStep: (step: OnboardingStep) => void;
  onStarted: (started: StartedOnboarding) => void;
}

const blank = {
  firstName: "",
  lastName: "",
  initials: "",
  email: "",
  jobTitle: "",
  role: defaultRole,
  permissions: new Array<string>(),
  siteId: "",
  department: "",
  template: "",
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
    jobTitle: orNull(draft.jobTitle),
    role: draft.role,
    permissions: draft.permissions,
    siteId: orNull(draft.siteId),
    department: orNull(draft.department),
    template: draft.template === "" ? null : (draft.template as TemplateKey),
    startsOn: draft.startsOn,
    external: draft.isExternal ? externalOf(draft.external) : null,
  };
}

const personFields = ["firstName", "lastName", "initials", "email"];

/** Edits the personal data and employment of a new member. An email address is not required. */
export function OnboardingForm(props: OnboardingFormProps) {
  const { organizationId, step, focusRef, template, departments, onStep, onStarted } = props;
  const t = useTranslations("staff");
  const people = useTranslations("people");
  const actor = useActor();
  const offeredRoles = grantableRoles(actor, roles);
  const [colleague, setColleague] = useState<User | null>(null);
  const [isOwnInitials, setOwnInitials] = useState(false);
  const holderOfInitials = useHolderOfInitials(organizationId);
  const initial = { ...blank, startsOn: useToday() };
  const form = useAppForm({
    values: initial,
    schema: async () => (await import("@praxisportal/contract/staff/staff.schema")).startOnboardingSchema,
    body: bodyOf,
    async check(values, fieldErrors) {
      const stepErrors = Object.entries(fieldErrors).filter(
        ([path]) => (step === "person") === personFields.includes(path),
      );
      const messages: Record<string, string> = Object.fromEntries(stepErrors);
      if (values.isExternal && messages["external.physicianNumber"] !== undefined) {
        messages["external.physicianNumber"] = t("error.numberNeeded");
      }
      if (step === "person" && messages["initials"] === undefined) {
        const holder = await holderOfInitials(values.initials);
        if (holder !== undefined) messages["initials"] = t("error.initialsTaken", { name: holder });
      }
      return messages;
    },
    async send(values, { idempotencyKey }) {
      if (step === "person") return null;
      return startOnboarding(organizationId, bodyOf(values), idempotencyKey);
    },
    onSuccess: (started) => (started === null ? onStep("work") : onStarted(started)),
    onFailure(error) {
      // Errors in fields of the first step are shown on that step.
      if (error.problem?.errors?.some(({ path }) => personFields.includes(path))) onStep("person");
    },
    mapError: (error) =>
      isApiError(error, "USER_LIMIT_REACHED")
        ? t("onboarding.fullProblem", { problem: error.message })
        : undefined,
  });
  const { field, setValue, values } = form;
  const setName = (change: { firstName?: string; lastName?: string }) => {
    const { firstName, lastName } = { ...values, ...change };
    if (change.firstName !== undefined) setValue("firstName", firstName);
    else setValue("lastName", lastName);
    if (isOwnInitials) return;
    const isComplete = firstName.trim() !== "" && lastName.trim() !== "";
    const personalInfo = { firstName, lastName, email: null };
    setValue("initials", isComplete ? initialsOf({ personalInfo }) : "");
  };

  /** Sets a role other than the colleague's, so that the colleague's additional rights are not granted. */
  function setRole(role: Role): void {
    setValue("role", role);
    if (colleague !== null) setValue("permissions", []);
    setColleague(null);
  }

  const heldPermissions = effectivePermissions(values.role, values.permissions);
  const mayUseAi = hasPermission({ role: values.role, permissions: heldPermissions }, "ai:use");

  /** Grants or removes the right to use the AI assistant. Other rights copied from a colleague stay. */
  function setMayUseAi(isAllowed: boolean): void {
    const others = values.permissions.filter(
      (permission) => permission !== "ai:use" && permission !== "ai:*",
    );
    setValue("permissions", isAllowed ? [...others, "ai:use"] : others);
  }

  const isTemplateJobTitle =
    values.jobTitle.trim() === "" ||
    templateKeys.some((key) => t(`templates.functions.${key}`) === values.jobTitle);
  const selectTemplate = useTemplate({
    organizationId,
    initial: template,
    isShown: step === "work",
    onSelect(key) {
      setValue("template", key ?? "");
      if (key === "substitute") setValue("isExternal", true);
    },
    onLoad(selected) {
      if (offeredRoles.some((role) => role === selected.role)) setRole(selected.role);
      setValue("department", selected.department ?? "");
      setValue("siteId", selected.siteId ?? "");
      // Keeps a job title that the user typed.
      if (isTemplateJobTitle) setValue("jobTitle", t(`templates.functions.${selected.key}`));
    },
  });

  useKeptValue("onboarding-form", { step, values, isOwnInitials, colleague }, (kept) => {
    // The template has already filled in the second step. It must not replace what the user changed there.
    if (kept.step === "work" || kept.values.template !== "") selectTemplate(null);
    form.reset(initial, kept.values);
    setOwnInitials(kept.isOwnInitials);
    setColleague(kept.colleague);
  });

  return (
    <AppForm form={form} failureTitle={t("onboarding.failed")}>
      {step === "person" ? (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TextField
              {...field("firstName")}
              focusRef={focusRef}
              label={people("field.firstName")}
              onChange={(firstName) => setName({ firstName })}
            />
            <TextField
              {...field("lastName")}
              label={people("field.lastName")}
              onChange={(lastName) => setName({ lastName })}
            />
            <TextField
              {...field("initials")}
              label={t("field.initials")}
              hint={t("field.initialsHint")}
              maxLength={6}
              onChange={(initials) => {
                setOwnInitials(initials !== "");
                setValue("initials", initials);
              }}
            />
            <TextField
              {...field("email")}
              label={people("field.email")}
              hint={people("field.emailHint")}
              type="email"
              optional
            />
          </div>
          <Checkbox
            label={t("field.external")}
            hint={t("field.externalHint")}
            checked={values.isExternal}
            onChange={field("isExternal").onChange}
          />
        </>
      ) : (
        <>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <TemplateField value={values.template} onSelect={selectTemplate} />
            <RoleField {...field("role")} label={people("field.role")} onChange={setRole} />
            <TextField {...field("startsOn")} label={t("field.startsOn")} type="date" />
            <SiteField {...field("siteId")} organizationId={organizationId} />
            <TextField
              {...field("jobTitle")}
              label={people("field.jobTitle")}
              hint={people("field.jobTitleHint")}
              optional
            />
            <DepartmentField
              list="onboarding-departments"
              departments={departments}
              {...field("department")}
            />
          </div>
          <SameRights
            organizationId={organizationId}
            name={[values.firstName, values.lastName].join(" ").trim()}
            after={{ role: values.role, granted: values.permissions }}
            colleague={colleague}
            onChoose={setColleague}
            onApply={(role, permissions) => {
              setValue("role", role);
              setValue("permissions", permissions);
            }}
            onClear={() => colleague !== null && setRole(defaultRole)}
          />
          {canGrant(actor, ["ai:use"]) && (
            <Checkbox
              label={t("field.ai")}
              hint={t("field.aiHint")}
              checked={mayUseAi}
              onChange={setMayUseAi}
            />
          )}
          {values.template === "substitute" && (
            <p className="text-dense text-text-2">{t("onboarding.noAi")}</p>
          )}
          {values.isExternal && (
            <ExternalFields
              draft={values.external}
              errors={form.errors}
              onChange={(change) => setValue("external", { ...values.external, ...change })}
            />
          )}
        </>
      )}
    </AppForm>
  );
}
