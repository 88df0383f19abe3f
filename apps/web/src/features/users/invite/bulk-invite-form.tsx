import { bulkInviteMax } from "@praxisportal/contract/limits";
import { defaultRole } from "@praxisportal/contract/roles";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { AppForm } from "../../../platform/forms/app-form.tsx";
import { TextAreaField } from "../../../platform/forms/fields.tsx";
import { useAppForm } from "../../../platform/forms/use-app-form.ts";
import type { FieldErrors } from "../../../platform/validation/validate.ts";
import { readAddressLines } from "./address-lines.ts";
import type { NewMember } from "../people.api.ts";
import { RoleField } from "../edit/role-field.tsx";

/** Fields shared by all invitations. */
export type SharedInvitation = Pick<NewMember, "role" | "message">;

export interface BulkInviteFormProps {
  /** Free seats, or undefined while unknown. */
  freeSeats: number | undefined;
  /** Called with the number of valid addresses when they change. */
  onCount: (count: number) => void;
  onReady: (addresses: readonly string[], shared: SharedInvitation) => void;
}

const empty = { addresses: "", role: defaultRole, message: "" };

const sharedOf = ({ role, message }: typeof empty): SharedInvitation => ({
  role,
  ...(message.trim() === "" ? {} : { message: message.replaceAll(/\s+/g, " ") }),
});

/** Returns whether a text is an e-mail address. Every text counts as one while the rule is loading. */
function useIsEmail(): (text: string) => boolean {
  const [isEmail, setIsEmail] = useState(() => (_text: string) => true);
  useEffect(() => {
    void import("@praxisportal/contract/validation").then(
      ({ emailSchema }) => setIsEmail(() => (text: string) => emailSchema.safeParse(text).success),
      // Without the rule, the lines are checked when the form is sent.
      () => undefined,
    );
  }, []);
  return isEmail;
}

/** Invites several people, one address per line, with the same role and message. */
export function BulkInviteForm({ freeSeats, onCount, onReady }: BulkInviteFormProps) {
  const t = useTranslations("bulk-invite");
  const people = useTranslations("people");

  async function check(values: typeof empty): Promise<FieldErrors> {
    const lines = readAddressLines(values.addresses);
    if (lines.length === 0) return { addresses: t("none") };
    if (lines.length > bulkInviteMax) return { addresses: t("tooMany", { count: bulkInviteMax }) };
    const [{ validate }, { addMemberSchema }] = await Promise.all([
      import("../../../platform/validation/validate.ts"),
      import("@praxisportal/contract/members/members.schema"),
    ]);
    const shared = sharedOf(values);
    const lineErrors = await Promise.all(
      lines.map(({ address }) => validate(addMemberSchema, { ...shared, email: address })),
    );
    const invalidLines = lines.filter((_, index) => lineErrors[index]?.["email"] !== undefined);
    const message = lineErrors[0]?.["message"];
    const lineList = invalidLines.map(({ line, address }) => t("line", { line, address })).join(", ");
    return {
      ...(invalidLines.length === 0 ? {} : { addresses: t("invalid", { lines: lineList }) }),
      ...(message === undefined ? {} : { message }),
    };
  }

  const form = useAppForm({
    values: empty,
    check,
    // The dialog sends the invitations one by one.
    send: (values) => Promise.resolve(values),
    onSuccess: (values) =>
      onReady(
        readAddressLines(values.addresses).map(({ address }) => address),
        sharedOf(values),
      ),
  });
  const { field, values } = form;
  const isEmail = useIsEmail();
  const lines = readAddressLines(values.addresses);
  const count = lines.filter(({ address }) => isEmail(address)).length;
  const invalid = lines.length - count;
  const reportCount = useEffectEvent(onCount);
  // The rule may arrive after the addresses, and changes the count.
  useEffect(() => reportCount(count), [count]);

  return (
    <AppForm form={form}>
      <TextAreaField
        {...field("addresses")}
        label={t("addresses")}
        hint={freeSeats === undefined ? t("hint") : `${t("hint")} ${t("free", { count: freeSeats })}`}
        aside={
          invalid > 0 ? t("countInvalid", { count, invalid }) : count > 0 ? t("count", { count }) : undefined
        }
        rows={6}
        autoComplete="off"
        spellCheck={false}
      />
      <RoleField {...field("role")} label={t("role")} />
      <TextAreaField
        {...field("message")}
        label={people("field.message")}
        hint={t("messageHint")}
        optional
        rows={2}
        maxLength={500}
      />
    </AppForm>
  );
}
