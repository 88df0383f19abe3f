import {
  type Country,
  type SiteNumberKind,
  siteNumberKindsOf,
} from "@praxisportal/contract/sites/site-number.rules";
import { useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { saveSite, type Site } from "./sites.api.ts";

const none = "none";

interface SiteDialogProps {
  organizationId: string;
  country: Country;
  /** Null for a new site. */
  site: Site | null;
  onClose: () => void;
  onDone: (message: string) => void;
  /** The site was changed concurrently. */
  onStale: () => void;
}

/** Edits a site's name, address and health system number. */
export function SiteDialog({ organizationId, country, site, onClose, onDone, onStale }: SiteDialogProps) {
  const t = useTranslations("sites");
  const common = useTranslations("common");
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const kinds = siteNumberKindsOf(country);
  const [name, setName] = useState(site?.name ?? "");
  const [address, setAddress] = useState(site?.address ?? "");
  const [kind, setKind] = useState<SiteNumberKind | typeof none>(site?.number?.kind ?? kinds[0] ?? none);
  const [number, setNumber] = useState(site?.number?.value ?? "");
  const body = () => ({
    name,
    address: address.trim() === "" ? null : address,
    number: kind === none || number.trim() === "" ? null : { kind, value: number },
  });
  const { form, errors, failure, busy, submit } = useFormSubmit({
    async validate() {
      const [{ validate }, { createSiteSchema, updateSiteSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/sites/sites.schema"),
      ]);
      // An unchanged name is not validated: it may have been stored under an older rule.
      const { name: siteName, ...rest } = body();
      const found =
        site?.name === siteName ? validate(updateSiteSchema, rest) : validate(createSiteSchema, body());
      const { "number.value": wrong, ...others } = await found;
      // More specific than the schema's "wrong format".
      return wrong === undefined || kind === none ? others : { ...others, "number.value": t(`form.${kind}`) };
    },
    async onSubmit() {
      await saveSite(organizationId, site, body());
      onDone(t(site === null ? "success.created" : "success.saved", { name: name.trim() }));
      onClose();
    },
    mapError(error) {
      if (error.code === "ALREADY_EXISTS") return t("notUnique");
      if (error.code !== "PRECONDITION_FAILED") return undefined;
      onStale();
      return t("stale");
    },
  });
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      initialFocus={first}
      title={site === null ? t("create") : t("editTitle", { name: site.name })}
      closeLabel={common("close")}
      dismissible={false}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={common("saving")}>
            {common("save")}
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
        <Field label={t("name")} error={errors["name"]}>
          {(control) => (
            <TextInput
              {...control}
              ref={first}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t("address")} optionalMark={common("optional")} error={errors["address"]}>
          {(control) => (
            <TextArea
              {...control}
              autoComplete="off"
              maxLength={500}
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t("kind")} error={errors["number.kind"]}>
          {(control) => (
            <NativeSelect
              {...control}
              value={kind}
              onChange={(event) => setKind(kinds.find((each) => each === event.currentTarget.value) ?? none)}
            >
              {kinds.map((each) => (
                <option key={each} value={each}>
                  {t(`kinds.${each}`)}
                </option>
              ))}
              <option value={none}>{t("kinds.none")}</option>
            </NativeSelect>
          )}
        </Field>
        {kind !== none && (
          <Field
            label={t("number")}
            // The error text already describes the format.
            {...(errors["number.value"] === undefined ? { hint: t(`form.${kind}`) } : {})}
            optionalMark={common("optional")}
            error={errors["number.value"] ?? errors["number"]}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={20}
                value={number}
                onChange={(event) => setNumber(event.currentTarget.value)}
              />
            )}
          </Field>
        )}
      </form>
    </Dialog>
  );
}
