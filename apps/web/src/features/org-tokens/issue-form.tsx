import { defaultTokenScopes } from "@praxisportal/contract/limits";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useFocusFirstError } from "../../ui/use-focus-first-error.ts";
import { applicationIdOf, isApplicationId } from "./application-id.ts";
import { issueToken, type OrgTokenPair } from "./issue-token.api.ts";

interface IssueFormProps {
  id: string;
  practices: readonly { id: string; name: string }[];
  organizationId: string | null;
  onBusy: (busy: boolean) => void;
  onIssued: (pair: OrgTokenPair, name: string) => void;
}

type Scope = (typeof defaultTokenScopes)[number];
type Errors = { name?: string; applicationId?: string; scopes?: string };

const types = ["web", "desktop", "mobile", "service"] as const;
const scopeTexts = { read: "scopeRead", write: "scopeWrite", profile: "scopeProfile" } as const;

/** Form for the application, its practice and its scopes. */
export function IssueForm({ id, practices, organizationId, onBusy, onIssued }: IssueFormProps) {
  const t = useTranslations("issue-token");
  const own = practices.find((practice) => practice.id === organizationId) ?? practices[0];
  const [practice, setPractice] = useState(own?.id ?? "");
  const [name, setName] = useState("");
  const [typedId, setTypedId] = useState<string | null>(null);
  const [type, setType] = useState<(typeof types)[number]>("web");
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(defaultTokenScopes));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const scopesError = useId();
  useFocusFirstError(form, errors);
  const applicationId = typedId ?? applicationIdOf(name);

  async function issue(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running.current) return;
    const wrong: Errors = {
      ...(name.trim() === "" ? { name: t("nameMissing") } : {}),
      ...(isApplicationId(applicationId) || name.trim() === "" ? {} : { applicationId: t("idWrong") }),
      ...(scopes.size === 0 ? { scopes: t("scopeMissing") } : {}),
    };
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    running.current = true;
    onBusy(true);
    try {
      const pair = await issueToken({
        organizationId: practice,
        applicationId,
        applicationType: type,
        applicationName: name.trim(),
        scope: defaultTokenScopes.filter((scope) => scopes.has(scope)),
      });
      onIssued(pair, name.trim());
    } catch (error) {
      // The user cancelled the step-up; not an error.
      if (!isApiError(error, "STEP_UP_REQUIRED")) setFailure(isApiError(error) ? error.message : "");
    } finally {
      running.current = false;
      onBusy(false);
    }
  }

  return (
    <form id={id} ref={form} noValidate className="grid gap-4 pt-3" onSubmit={(event) => void issue(event)}>
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <Field label={t("name")} hint={t("nameHint")} error={errors.name}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={t("practice")}>
        {(control) => (
          <NativeSelect
            {...control}
            value={practice}
            onChange={(event) => setPractice(event.currentTarget.value)}
          >
            {practices.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("type")}>
          {(control) => (
            <NativeSelect
              {...control}
              value={type}
              onChange={(event) => {
                const chosen = types.find((each) => each === event.currentTarget.value);
                if (chosen) setType(chosen);
              }}
            >
              {types.map((each) => (
                <option key={each} value={each}>
                  {t(`types.${each}`)}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label={t("id")} hint={t("idHint")} error={errors.applicationId}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
              value={applicationId}
              onChange={(event) => setTypedId(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <fieldset aria-describedby={errors.scopes === undefined ? undefined : scopesError}>
        <legend className="mb-2 text-dense font-label text-text">{t("scopes")}</legend>
        <div className="grid gap-2">
          {defaultTokenScopes.map((scope) => (
            <Checkbox
              key={scope}
              label={t(scopeTexts[scope])}
              checked={scopes.has(scope)}
              aria-invalid={errors.scopes === undefined ? undefined : true}
              onChange={(checked) => {
                const next = new Set(scopes);
                if (checked) next.add(scope);
                else next.delete(scope);
                setScopes(next);
              }}
            />
          ))}
        </div>
        {errors.scopes !== undefined && (
          <p id={scopesError} className="mt-1 text-small text-danger">
            {errors.scopes}
          </p>
        )}
      </fieldset>
    </form>
  );
}
