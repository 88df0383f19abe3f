import type { Me } from "@praxisportal/contract/users/users.schema";
import { useRef, useState, type FormEvent } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import { call } from "../../platform/api-client/call.ts";
import { getMeRoute } from "../../platform/session/session.routes.ts";
import { updateUser } from "../../platform/session/session.actions.ts";
import type { FieldErrors } from "../../platform/validation/validate.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox, SuccessBox } from "../../ui/message-box.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { useFocusFirstError } from "../../ui/use-focus-first-error.ts";
import { saveOwnDetails } from "./settings.api.ts";

interface Draft {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
}

function draftOf({ personalInfo: { firstName, lastName }, phone }: Me): Draft {
  return { firstName, lastName, phone: phone ?? "" };
}

function isSame(a: Draft, b: Draft): boolean {
  return a.firstName === b.firstName && a.lastName === b.lastName && a.phone === b.phone;
}

/** Returns the request body; an empty phone clears the stored one. */
function bodyOf({ firstName, lastName, phone }: Draft) {
  return { personalInfo: { firstName, lastName }, phone: phone.trim() === "" ? null : phone };
}

/** Loads the schema on the first save; most visits save nothing. */
async function checkOwnDetails(body: ReturnType<typeof bodyOf>): Promise<FieldErrors> {
  const [{ validate }, { updateMeSchema }] = await Promise.all([
    import("../../platform/validation/validate.ts"),
    import("@praxisportal/contract/users/users.schema"),
  ]);
  return validate(updateMeSchema, body);
}

type Outcome = { readonly kind: "saved" } | { readonly kind: "failed"; readonly message: string } | null;

/** The user's own name and phone. The username is read-only, with an explanation. */
export function PersonCard({ user }: { user: Me }) {
  const t = useTranslations("settings");
  const common = useTranslations("common");
  const [draft, setDraft] = useState(() => draftOf(user));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const form = useRef<HTMLFormElement>(null);
  const unchanged = isSame(draft, draftOf(user));

  useFocusFirstError(form, errors);

  /** The record was changed elsewhere: reloads it instead of overwriting the change. */
  async function loadCurrentState(): Promise<void> {
    const present = await call(getMeRoute);
    updateUser(present);
    setDraft(draftOf(present));
    setOutcome({ kind: "failed", message: t("person.conflict") });
  }

  async function showError(error: unknown): Promise<void> {
    if (isApiError(error, "PRECONDITION_FAILED")) return loadCurrentState();
    const fields = isApiError(error) ? (error.problem?.errors ?? []) : [];
    if (fields.length > 0) setErrors(Object.fromEntries(fields.map((field) => [field.path, field.message])));
    const message = messageOf(error, common("error.title"));
    setOutcome({ kind: "failed", message });
  }

  async function save(): Promise<void> {
    const found = await checkOwnDetails(bodyOf(draft));
    if (Object.keys(found).length > 0) return setErrors(found);
    const { personalInfo, phone } = bodyOf(draft);
    const saved = await saveOwnDetails({ ...personalInfo, phone }, user.version);
    setErrors({});
    setDraft(draftOf(saved));
    setOutcome({ kind: "saved" });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    try {
      await save();
    } catch (error) {
      await showError(error).catch(() => setOutcome({ kind: "failed", message: common("error.title") }));
    } finally {
      setBusy(false);
    }
  }

  const text = (
    key: keyof Draft,
    label: string,
    error: string | undefined,
    autoComplete: string,
    hint?: string,
  ) => (
    <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
      {(control) => (
        <TextInput
          {...control}
          type={key === "phone" ? "tel" : "text"}
          autoComplete={autoComplete}
          maxLength={key === "phone" ? 40 : 100}
          value={draft[key]}
          onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
        />
      )}
    </Field>
  );

  return (
    <Card title={t("person.title")}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
        aria-label={t("person.title")}
      >
        {outcome?.kind === "saved" && (
          <SuccessBox title={t("person.saved")} onHide={() => setOutcome(null)} />
        )}
        {outcome?.kind === "failed" && (
          <ErrorBox persistent title={t("person.failed")}>
            {outcome.message}
          </ErrorBox>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          {text("firstName", t("person.firstName"), errors["personalInfo.firstName"], "given-name")}
          {text("lastName", t("person.lastName"), errors["personalInfo.lastName"], "family-name")}
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          {text("phone", t("person.phone"), errors["phone"], "tel", t("person.phoneHint"))}
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t("person.username")} hint={t("person.usernameHint")}>
            {(control) => <TextInput {...control} readOnly value={user.username ?? t("person.noUsername")} />}
          </Field>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={busy} busyLabel={common("saving")}>
            {common("save")}
          </Button>
          {!unchanged && (
            <Button
              onClick={() => {
                setDraft(draftOf(user));
                setErrors({});
                setOutcome(null);
              }}
            >
              {t("person.reset")}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
