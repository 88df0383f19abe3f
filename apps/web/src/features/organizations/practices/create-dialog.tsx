import { type Country, countries } from "@praxisportal/contract/sites/site-number.rules";
import type { CreatedOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useFormSubmit } from "../../../platform/validation/use-form-submit.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { ErrorBox } from "../../../ui/message-box.tsx";
import { NativeSelect } from "../../../ui/native-select.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { createPractice } from "../organization-changes.api.ts";
import type { OrganizationOption } from "../organization-list.tsx";
import { practiceTypes, useOrganizationTypeLabels } from "../use-organization-types.ts";
import { OrganizationCreatedDialog } from "./organization-created-dialog.tsx";

const methods = ["mail", "username", "later"] as const;

interface CreateDialogProps {
  onClose: () => void;
  onCreated: () => void;
  onOpen: (practice: OrganizationOption) => void;
}

/** Creates a practice with its first administrator, then shows the access data to hand over. */
export function CreateDialog({ onClose, onCreated, onOpen }: CreateDialogProps) {
  const t = useTranslations("practice-steps");
  const common = useTranslations("common");
  const { typeName, countryName } = useOrganizationTypeLabels();
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [name, setName] = useState("");
  const [type, setType] = useState<(typeof practiceTypes)[number]>("practice");
  const [country, setCountry] = useState<Country>("DE");
  const [method, setMethod] = useState<(typeof methods)[number]>("mail");
  const [person, setPerson] = useState({ email: "", username: "", firstName: "", lastName: "" });
  const [created, setCreated] = useState<CreatedOrganization | null>(null);

  function body() {
    const { firstName, lastName, email, username } = person;
    const names = {
      ...(firstName.trim() === "" ? {} : { firstName }),
      ...(lastName.trim() === "" ? {} : { lastName }),
    };
    const practice = { name, type, country };
    if (method === "later") return practice;
    return { ...practice, administrator: { ...names, ...(method === "mail" ? { email } : { username }) } };
  }

  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { createOrganizationSchema }] = await Promise.all([
        import("../../../platform/validation/validate.ts"),
        import("@praxisportal/contract/organizations/organization-changes.schema"),
      ]);
      return validate(createOrganizationSchema, body());
    },
    async onSubmit() {
      try {
        setCreated(await createPractice(body()));
        onCreated();
      } catch (error) {
        // The user cancelled the step-up; not an error.
        if (!isApiError(error, "STEP_UP_REQUIRED")) throw error;
      }
    },
  });
  const text = (key: keyof typeof person, label: string, optional: boolean) => (
    <Field
      label={label}
      error={errors[`administrator.${key}`]}
      {...(optional ? { optionalMark: common("optional") } : {})}
    >
      {(control) => (
        <TextInput
          {...control}
          type={key === "email" ? "email" : "text"}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          value={person[key]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setPerson((now) => ({ ...now, [key]: value }));
          }}
        />
      )}
    </Field>
  );
  if (created !== null)
    return <OrganizationCreatedDialog practice={created} onClose={onClose} onOpen={onOpen} />;
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      initialFocus={first}
      title={t("new.title")}
      closeLabel={common("close")}
      dismissible={false}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} busyLabel={t("new.busy")}>
            {t("new.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4 pt-2">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Field label={t("new.name")} error={errors["name"]}>
          {(control) => (
            <TextInput
              {...control}
              ref={first}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <Field label={t("new.type")} error={errors["type"]}>
            {(control) => (
              <NativeSelect
                {...control}
                value={type}
                onChange={(event) =>
                  setType(practiceTypes.find((each) => each === event.currentTarget.value) ?? "practice")
                }
              >
                {practiceTypes.map((each) => (
                  <option key={each} value={each}>
                    {typeName(each)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
          <Field label={t("new.country")} hint={t("new.countryHint")} error={errors["country"]}>
            {(control) => (
              <NativeSelect
                {...control}
                value={country}
                onChange={(event) =>
                  setCountry(countries.find((each) => each === event.currentTarget.value) ?? "DE")
                }
              >
                {countries.map((each) => (
                  <option key={each} value={each}>
                    {countryName(each)}
                  </option>
                ))}
              </NativeSelect>
            )}
          </Field>
        </div>
        <fieldset className="grid min-w-0 gap-4">
          <legend className="mb-3 text-body font-strong text-text">{t("new.administrator")}</legend>
          <RadioGroup
            label={t("new.way")}
            options={methods.map((value) => ({ value, label: t(`new.${value}`) }))}
            value={method}
            onChange={(value) => setMethod(methods.find((each) => each === value) ?? "mail")}
          />
          {method !== "later" && (
            <>
              {method === "mail"
                ? text("email", t("new.email"), false)
                : text("username", t("new.usernameField"), false)}
              <div className="grid items-start gap-4 md:grid-cols-2">
                {text("firstName", t("new.firstName"), true)}
                {text("lastName", t("new.lastName"), true)}
              </div>
            </>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}
