import Building2 from "lucide-react/icons/building-2";
import type { Ref } from "react";
import { useTranslations } from "use-intl";
import type { RememberedOrganization } from "../../platform/session/remembered-organizations.ts";
import { Button } from "../../ui/button/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { NativeSelect } from "../../ui/form/native-select.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";

/** Values of the select that are not an organization. */
export const noOrganization = "";
export const otherOrganization = "other";

export interface OrganizationChoiceProps {
  organizations: readonly RememberedOrganization[];
  choice: string;
  onChoose: (choice: string) => void;
  code: string;
  onCode: (code: string) => void;
  codeError: string | null;
  isFinding: boolean;
  onFind: () => void;
  codeField?: Ref<HTMLInputElement>;
}

/**
 * Selects the organization to sign in to: an organization remembered on this device, one found by its code, or none,
 * in which case the username or address decides. Organizations are never listed publicly, because the customers of
 * the portal are confidential.
 */
export function OrganizationChoice(props: OrganizationChoiceProps) {
  const { organizations, choice, onChoose, code, onCode, codeError, isFinding, onFind, codeField } = props;
  const t = useTranslations("auth");
  return (
    <>
      <Field label={t("organization.label")}>
        {(control) => (
          <NativeSelect
            {...control}
            icon={Building2}
            value={choice}
            onChange={(event) => onChoose(event.currentTarget.value)}
          >
            {organizations.map((organization) => (
              <option key={organization.organizationId} value={organization.organizationId}>
                {organization.name}
              </option>
            ))}
            <option value={otherOrganization}>{t("organization.other")}</option>
            <option value={noOrganization}>{t("organization.none")}</option>
          </NativeSelect>
        )}
      </Field>
      {choice === otherOrganization && (
        <Field label={t("organization.code")} hint={t("organization.codeHint")} error={codeError}>
          {(control) => (
            <span className="flex items-center gap-2">
              <TextInput
                {...control}
                ref={codeField}
                className="flex-1"
                value={code}
                maxLength={40}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={(event) => onCode(event.currentTarget.value)}
                onKeyDown={(event) => {
                  // Enter in this field looks up the organization and must not submit the form.
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  onFind();
                }}
              />
              <Button
                busy={isFinding}
                busyLabel={t("organization.finding")}
                onClick={onFind}
                className="md:min-h-10"
              >
                {t("organization.find")}
              </Button>
            </span>
          )}
        </Field>
      )}
    </>
  );
}
