import { bulkInviteMax } from "@praxisportal/contract/limits";
import { defaultRole } from "@praxisportal/contract/roles";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormSubmit } from "../../platform/validation/use-form-submit.ts";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { readAddressLines } from "./address-lines.ts";
import type { NewMember } from "./people.api.ts";
import { RoleField } from "./role-field.tsx";

/** Fields shared by all invitations. */
export type SharedInvitation = Pick<NewMember, "role" | "message">;

export interface BulkInviteFormProps {
  /** Id of the form, for submit buttons outside it. */
  id: string;
  /** Free seats; undefined while unknown. */
  freeSeats: number | undefined;
  /** Called with the number of addresses when they change. */
  onCount: (count: number) => void;
  onReady: (addresses: readonly string[], shared: SharedInvitation) => void;
}

/** Invites several people, one address per line, with the same role and message. */
export function BulkInviteForm({ id, freeSeats, onCount, onReady }: BulkInviteFormProps) {
  const t = useTranslations("bulk-invite");
  const people = useTranslations("people");
  const common = useTranslations("common");
  const [draft, setDraft] = useState({ addresses: "", role: defaultRole, message: "" });
  const set = (change: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...change }));
  const lines = readAddressLines(draft.addresses);
  const shared: SharedInvitation = {
    role: draft.role,
    ...(draft.message.trim() === "" ? {} : { message: draft.message.replaceAll(/\s+/g, " ") }),
  };

  const { form, errors, submit } = useFormSubmit({
    async validate() {
      if (lines.length === 0) return { addresses: t("none") };
      if (lines.length > bulkInviteMax) return { addresses: t("tooMany", { count: bulkInviteMax }) };
      const [{ validate }, { addMemberSchema }] = await Promise.all([
        import("../../platform/validation/validate.ts"),
        import("@praxisportal/contract/members/members.schema"),
      ]);
      const found = await Promise.all(
        lines.map(({ address }) => validate(addMemberSchema, { ...shared, email: address })),
      );
      const wrong = lines.filter((_, index) => found[index]?.["email"] !== undefined);
      const message = found[0]?.["message"];
      return {
        ...(wrong.length === 0
          ? {}
          : {
              addresses: t("invalid", {
                lines: wrong.map(({ line, address }) => t("line", { line, address })).join(" · "),
              }),
            }),
        ...(message === undefined ? {} : { message }),
      };
    },
    async onSubmit() {
      await Promise.resolve();
      onReady(
        lines.map(({ address }) => address),
        shared,
      );
    },
  });

  return (
    <form id={id} ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t("addresses")}
        hint={freeSeats === undefined ? t("hint") : `${t("hint")} ${t("free", { count: freeSeats })}`}
        error={errors["addresses"]}
        aside={lines.length > 0 ? t("count", { count: lines.length }) : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            autoComplete="off"
            spellCheck={false}
            value={draft.addresses}
            onChange={(event) => {
              const addresses = event.currentTarget.value;
              set({ addresses });
              onCount(readAddressLines(addresses).length);
            }}
          />
        )}
      </Field>
      <RoleField label={t("role")} value={draft.role} onChange={(role) => set({ role })} />
      <Field
        label={people("field.message")}
        optionalMark={common("optional")}
        hint={t("messageHint")}
        error={errors["message"]}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            maxLength={500}
            value={draft.message}
            onChange={(event) => set({ message: event.currentTarget.value })}
          />
        )}
      </Field>
    </form>
  );
}
