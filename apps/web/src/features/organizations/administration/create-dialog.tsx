import { trialDays } from "@praxisportal/contract/limits";
import { type Country, countries } from "@praxisportal/contract/sites/site-number.rules";
import type { CreatedOrganization } from "@praxisportal/contract/organizations/organization-changes.schema";
import { suggestUsername } from "@praxisportal/contract/username";
import { type ReactNode, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { RadioGroup } from "../../../ui/form/radio-group.tsx";
import { createOrganization } from "../organization-changes.api.ts";
import type { OrganizationOption } from "../organization-list.tsx";
import { organizationTypeChoices, useOrganizationTypeLabels } from "../use-organization-types.ts";
import { OrganizationCreatedDialog } from "./organization-created-dialog.tsx";

const methods = ["mail", "username", "later"] as const;

type Values = {
  name: string;
  type: (typeof organizationTypeChoices)[number];
  country: Country;
  method: (typeof methods)[number];
  administrator: { email: string; username: string; firstName: string; lastName: string };
};

const empty: Values = {
  name: "",
  type: "practice",
  country: "DE",
  method: "mail",
  administrator: { email: "", username: "", firstName: "", lastName: "" },
};

function bodyOf({ name, type, country, method, administrator }: Values) {
  const { firstName, lastName, email, username } = administrator;
  const names = {
    ...(firstName.trim() === "" ? {} : { firstName }),
    ...(lastName.trim() === "" ? {} : { lastName }),
  };
  const organization = { name, type, country };
  if (method === "later") return organization;
  return { ...organization, administrator: { ...names, ...(method === "mail" ? { email } : { username }) } };
}

interface CreateDialogProps {
  /** Sends the new organization. The default is `createOrganization`. */
  create?: typeof createOrganization;
  /** Steps that the server is still running, below the access data. */
  progress?: (id: string) => ReactNode;
  onClose: () => void;
  onCreated: () => void;
  onOpen: (organization: OrganizationOption) => void;
}

/** Creates an organization with its first administrator, then shows the access data to hand over. */
export function CreateDialog(props: CreateDialogProps) {
  const { create = createOrganization, progress, onClose, onCreated, onOpen } = props;
  const t = useTranslations("organization-steps");
  const { typeName, countryName } = useOrganizationTypeLabels();
  const firstField = useRef<HTMLInputElement>(null);
  const [createdOrganization, setCreatedOrganization] = useState<CreatedOrganization | null>(null);
  const [isOwnUsername, setOwnUsername] = useState(false);
  const form = useAppForm({
    values: empty,
    schema: async () =>
      (await import("@praxisportal/contract/organizations/organization-changes.schema"))
        .createOrganizationSchema,
    body: bodyOf,
    send: (values, { idempotencyKey }) => create(bodyOf(values), idempotencyKey),
    onSuccess(organization) {
      setCreatedOrganization(organization);
      onCreated();
    },
  });
  const { field, setValue, values } = form;
  const { method } = values;
  const setName = (change: Partial<Pick<Values["administrator"], "firstName" | "lastName">>) => {
    const { firstName, lastName } = { ...values.administrator, ...change };
    if (change.firstName !== undefined) setValue("administrator.firstName", firstName);
    else setValue("administrator.lastName", lastName);
    if (!isOwnUsername) setValue("administrator.username", suggestUsername(firstName, lastName));
  };
  if (createdOrganization !== null)
    return (
      <OrganizationCreatedDialog organization={createdOrganization} onClose={onClose} onOpen={onOpen}>
        {progress?.(createdOrganization.id)}
      </OrganizationCreatedDialog>
    );
  return (
    <FormDialog
      title={t("new.title")}
      description={t("new.trial", { days: trialDays })}
      submitLabel={t("new.submit")}
      busyLabel={t("new.busy")}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-2">
        <TextField
          {...field("name")}
          focusRef={firstField}
          label={t("new.name")}
          spellCheck={undefined}
          maxLength={200}
        />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <SelectField
            {...field("type")}
            label={t("new.type")}
            options={organizationTypeChoices.map((value) => ({ value, label: typeName(value) }))}
          />
          <SelectField
            {...field("country")}
            label={t("new.country")}
            hint={t("new.countryHint")}
            options={countries.map((value) => ({ value, label: countryName(value) }))}
          />
        </div>
        <fieldset className="grid min-w-0 gap-4">
          <legend className="mb-3 text-body font-strong text-text">{t("new.administrator")}</legend>
          <RadioGroup
            label={t("new.method")}
            options={methods.map((value) => ({ value, label: t(`new.${value}`) }))}
            value={method}
            onChange={field("method").onChange}
          />
          {method !== "later" && (
            <>
              <div className="grid items-start gap-4 md:grid-cols-2">
                <TextField
                  {...field("administrator.firstName")}
                  label={t("new.firstName")}
                  optional
                  maxLength={254}
                  onChange={(firstName) => setName({ firstName })}
                />
                <TextField
                  {...field("administrator.lastName")}
                  label={t("new.lastName")}
                  optional
                  maxLength={254}
                  onChange={(lastName) => setName({ lastName })}
                />
              </div>
              {method === "mail" ? (
                <TextField {...field("administrator.email")} label={t("new.email")} type="email" />
              ) : (
                <TextField
                  {...field("administrator.username")}
                  label={t("new.usernameField")}
                  hint={t("new.usernameHint")}
                  maxLength={254}
                  onChange={(username) => {
                    setOwnUsername(username !== "");
                    setValue("administrator.username", username);
                  }}
                />
              )}
            </>
          )}
        </fieldset>
      </AppForm>
    </FormDialog>
  );
}
