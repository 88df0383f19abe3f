import { defaultTokenScopes } from "@praxisportal/contract/limits";
import { useId, useState } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { SelectField, TextField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { applicationIdOf, isApplicationId } from "./application-id.ts";
import { issueToken, type OrgTokenPair } from "./issue-token.api.ts";

interface IssueFormProps {
  organizations: readonly { id: string; name: string }[];
  organizationId: string | null;
  onIssued: (pair: OrgTokenPair, name: string) => void;
}

const types = ["web", "desktop", "mobile", "service"] as const;
const scopeTexts = { read: "scopeRead", write: "scopeWrite", profile: "scopeProfile" } as const;

type Values = {
  applicationName: string;
  organizationId: string;
  applicationType: (typeof types)[number];
  applicationId: string;
  scope: (typeof defaultTokenScopes)[number][];
};

/** Form for the application, its organization and its scopes. */
export function IssueForm({ organizations, organizationId, onIssued }: IssueFormProps) {
  const t = useTranslations("issue-token");
  const preselectedOrganization =
    organizations.find((organization) => organization.id === organizationId) ?? organizations[0];
  const [isOwnId, setOwnId] = useState(false);
  const scopesError = useId();
  const initial: Values = {
    applicationName: "",
    organizationId: preselectedOrganization?.id ?? "",
    applicationType: "web",
    applicationId: applicationIdOf(""),
    // The user must choose any further scopes.
    scope: ["read"],
  };
  const form = useAppForm({
    values: initial,
    check: ({ applicationName, applicationId, scope }) => ({
      ...(applicationName.trim() === "" ? { applicationName: t("nameMissing") } : {}),
      ...(isApplicationId(applicationId) || applicationName.trim() === ""
        ? {}
        : { applicationId: t("idWrong") }),
      ...(scope.length === 0 ? { scope: t("scopeMissing") } : {}),
    }),
    send: (values) => issueToken({ ...values, applicationName: values.applicationName.trim() }),
    onSuccess: (pair, { applicationName }) => onIssued(pair, applicationName.trim()),
  });
  const { errors, field, setValue, values } = form;

  return (
    <AppForm form={form} failureTitle={t("failed")} className="pt-3">
      <TextField
        {...field("applicationName")}
        label={t("name")}
        hint={t("nameHint")}
        spellCheck={undefined}
        onChange={(name) => {
          setValue("applicationName", name);
          if (!isOwnId) setValue("applicationId", applicationIdOf(name));
        }}
      />
      <SelectField
        {...field("organizationId")}
        label={t("organization")}
        options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field("applicationType")}
          label={t("type")}
          options={types.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <TextField
          {...field("applicationId")}
          label={t("id")}
          hint={t("idHint")}
          onChange={(id) => {
            setOwnId(true);
            setValue("applicationId", id);
          }}
        />
      </div>
      <fieldset aria-describedby={errors["scope"] === undefined ? undefined : scopesError}>
        <legend className="mb-2 text-dense font-label text-text">{t("scopes")}</legend>
        <div className="grid gap-2">
          {defaultTokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(scopeTexts[scope])}
              checked={values.scope.includes(scope)}
              aria-invalid={errors["scope"] === undefined ? undefined : true}
              onChange={(isChosen) =>
                setValue(
                  "scope",
                  defaultTokenScopes.filter((defaultTokenScope) =>
                    defaultTokenScope === scope ? isChosen : values.scope.includes(defaultTokenScope),
                  ),
                )
              }
            />
          ))}
        </div>
        {errors["scope"] !== undefined && (
          <p id={scopesError} className="mt-1 text-small text-danger">
            {errors["scope"]}
          </p>
        )}
      </fieldset>
    </AppForm>
  );
}
