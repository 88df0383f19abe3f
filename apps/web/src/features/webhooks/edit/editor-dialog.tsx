import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextField } from "../../../platform/forms/fields.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import { changeWebhook, createWebhook, type RevealedWebhook, type Webhook } from "../webhooks.api.ts";
import { EventPicker } from "./event-picker.tsx";
import { HeaderFields, type HeaderValue } from "./header-fields.tsx";
import { RevealDialog } from "./reveal-dialog.tsx";

export interface EditorDialogProps {
  organizationId: string;
  /** Absent for a new webhook. */
  webhook?: Webhook;
  onClose: () => void;
}

type Values = { name: string; url: string; eventTypes: string[]; headers: HeaderValue[] };

const bodyOf = ({ name, url, eventTypes, headers }: Values) => ({
  name: name.trim(),
  url: url.trim(),
  eventTypes,
  headers: headers.map(({ name: header, value }) =>
    value === "" ? { name: header } : { name: header, value },
  ),
});

/** Creates a webhook and shows its secret once, or changes a webhook. */
export function EditorDialog({ organizationId, webhook, onClose }: EditorDialogProps) {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const firstField = useRef<HTMLInputElement>(null);
  const [createdWebhook, setCreatedWebhook] = useState<RevealedWebhook>();
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.webhooks(organizationId) });
  const stored = webhook?.headerNames ?? [];
  const initial: Values = {
    name: webhook?.name ?? "",
    url: webhook?.url ?? "",
    eventTypes: webhook?.eventTypes ?? [],
    headers: stored.map((name) => ({ name, value: "" })),
  };
  const form = useAppForm<Values, RevealedWebhook | undefined>({
    values: initial,
    schema: async () => (await import("@praxisportal/contract/webhooks/webhooks.schema")).createWebhookSchema,
    body: bodyOf,
    check: ({ headers, eventTypes }, fieldErrors) => ({
      ...fieldErrors,
      ...(eventTypes.length === 0 ? { eventTypes: t("edit.eventsMissing") } : {}),
      ...Object.fromEntries(
        headers.flatMap(({ name, value }, index) =>
          value === "" && !stored.includes(name)
            ? [[`headers.${index}.value`, t("edit.headerMissing")] as const]
            : [],
        ),
      ),
    }),
    send: async (values) => {
      if (webhook === undefined) return createWebhook(organizationId, bodyOf(values));
      await changeWebhook(organizationId, webhook, bodyOf(values));
      return undefined;
    },
    onSuccess(revealed) {
      void refresh();
      if (revealed === undefined) onClose();
      else setCreatedWebhook(revealed);
    },
    mapError: (error) => {
      if (isApiError(error, "PRECONDITION_FAILED")) return t("changed");
      return isApiError(error, "CONFLICT") ? t("edit.tooMany") : undefined;
    },
    onFailure: (error) => void (isApiError(error, "PRECONDITION_FAILED") && refresh()),
  });
  const { field, setValue, errors, values } = form;
  if (createdWebhook !== undefined) return <RevealDialog webhook={createdWebhook} onClose={onClose} />;
  return (
    <FormDialog
      title={t(webhook === undefined ? "edit.addTitle" : "edit.title")}
      description={t("edit.text")}
      submitLabel={webhook === undefined ? t("add") : undefined}
      initialFocus={firstField}
      onClose={onClose}
    >
      <AppForm form={form} failureTitle={t("failed")} className="pt-3">
        <TextField
          {...field("name")}
          focusRef={firstField}
          label={t("edit.name")}
          hint={t("edit.nameHint")}
          spellCheck={undefined}
        />
        <TextField
          {...field("url")}
          type="url"
          inputMode="url"
          maxLength={2000}
          label={t("edit.url")}
          hint={t("edit.urlHint")}
        />
        <EventPicker
          organizationId={organizationId}
          value={values.eventTypes}
          error={errors["eventTypes"]}
          onChange={(types) => setValue("eventTypes", types)}
        />
        <HeaderFields
          headers={values.headers}
          stored={stored}
          errors={errors}
          onChange={(headers) => setValue("headers", headers)}
        />
      </AppForm>
    </FormDialog>
  );
}
