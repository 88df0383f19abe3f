import type { Me } from "@praxisportal/contract/users/users.schema";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { call } from "../../platform/api-client/call.ts";
import { AppForm } from "../../platform/forms/app-form.tsx";
import { TextField } from "../../platform/forms/fields.tsx";
import { useAppForm } from "../../platform/forms/use-app-form.ts";
import { updateUser } from "../../platform/session/session.actions.ts";
import { getMeRoute } from "../../platform/session/session.routes.ts";
import { Button } from "../../ui/button/button.tsx";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Field } from "../../ui/form/field.tsx";
import { ErrorBox, SuccessBox } from "../../ui/feedback/message-box.tsx";
import { TextInput } from "../../ui/form/text-input.tsx";
import { saveOwnDetails } from "./settings.api.ts";

function valuesOf({ personalInfo: { firstName, lastName }, phone }: Me) {
  return { personalInfo: { firstName, lastName }, phone: phone ?? "" };
}

/** Returns the request body. An empty phone clears the stored one. */
function bodyOf({ personalInfo, phone }: ReturnType<typeof valuesOf>) {
  return { personalInfo, phone: phone.trim() === "" ? null : phone };
}

/** Shows the user's own name and phone. The username is read-only, with an explanation. */
export function PersonCard({ user }: { user: Me }) {
  const t = useTranslations("settings");
  const common = useTranslations("common");
  const [outcome, setOutcome] = useState<"saved" | "queued" | "stale" | null>(null);
  const form = useAppForm({
    values: valuesOf(user),
    schema: async () => (await import("@praxisportal/contract/users/users.schema")).updateMeSchema,
    body: bodyOf,
    send(values) {
      setOutcome(null);
      const { personalInfo, phone } = bodyOf(values);
      return saveOwnDetails({ ...personalInfo, phone }, user);
    },
    onSuccess({ me, isQueued }) {
      form.reset(valuesOf(me));
      setOutcome(isQueued ? "queued" : "saved");
    },
    mapUnknown: () => t("person.notKept"),
    async onConflict() {
      const present = await call(getMeRoute);
      updateUser(present);
      form.reset(valuesOf(present));
      setOutcome("stale");
    },
  });
  const { field } = form;
  return (
    <Card title={t("person.title")}>
      <AppForm form={form} label={t("person.title")} failureTitle={t("person.failed")}>
        {outcome === "saved" && <SuccessBox title={t("person.saved")} onHide={() => setOutcome(null)} />}
        {outcome === "queued" && (
          <SuccessBox title={t("person.queued")} onHide={() => setOutcome(null)}>
            {t("person.queuedText")}
          </SuccessBox>
        )}
        {outcome === "stale" && (
          <ErrorBox persistent title={t("person.failed")}>
            {t("person.conflict")}
          </ErrorBox>
        )}
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...field("personalInfo.firstName")}
            label={t("person.firstName")}
            autoComplete="given-name"
            spellCheck={undefined}
          />
          <TextField
            {...field("personalInfo.lastName")}
            label={t("person.lastName")}
            autoComplete="family-name"
            spellCheck={undefined}
          />
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField
            {...field("phone")}
            label={t("person.phone")}
            optional
            hint={t(user.organizationId === null ? "person.phoneHintPlatform" : "person.phoneHint")}
            type="tel"
            autoComplete="tel"
            maxLength={40}
          />
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={t("person.username")} hint={t("person.usernameHint")}>
            {(control) => <TextInput {...control} readOnly value={user.username ?? t("person.noUsername")} />}
          </Field>
        </div>
        <div className="button-row flex flex-wrap gap-2">
          <WriteButton type="submit" variant="primary" busy={form.busy} busyLabel={common("saving")}>
            {common("save")}
          </WriteButton>
          {form.isChanged && (
            <Button
              onClick={() => {
                form.reset(valuesOf(user));
                setOutcome(null);
              }}
            >
              {t("person.reset")}
            </Button>
          )}
        </div>
      </AppForm>
    </Card>
  );
}
