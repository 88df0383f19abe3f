import type { ChangeOperatorProfile } from "@praxisportal/contract/invoices/operator-profile.schema";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import type { AuditDraft } from "../../../platform/audit/audit-record.ts";
import { isCreditorId, isIban } from "../../../platform/banking/iban.ts";
import type { OperatorColumns } from "./operator.platform-queries.ts";
import type { OperatorFields } from "./operator.presenter.ts";
import { storedReminderTexts } from "./reminder-texts.ts";

/** The column of each field. */
const columnOf = {
  name: "name",
  street: "street",
  houseNumber: "house_number",
  postalCode: "postal_code",
  city: "city",
  country: "country",
  vatId: "vat_id",
  taxNumber: "tax_number",
  contactName: "contact_name",
  contactPhone: "contact_phone",
  contactEmail: "contact_email",
  website: "website",
  management: "management",
  register: "register",
  bankName: "bank_name",
  iban: "iban",
  bic: "bic",
  creditorId: "creditor_id",
  thirdCountry: "third_country",
  billedFrom: "billed_from",
  paymentDays: "payment_days",
  debitNoticeDays: "debit_notice_days",
  reminderTexts: "reminder_texts",
} as const satisfies Record<keyof ChangeOperatorProfile, keyof OperatorColumns>;

type Field = keyof typeof columnOf;

/** Names and addresses of people, and long texts: the audit log records only that they changed. */
const maskedFields: ReadonlySet<string> = new Set([
  "contactName",
  "contactPhone",
  "contactEmail",
  "management",
  "reminderTexts",
]);

/** Returns the changes of a request body to the operator profile. `changes` is empty if there are none. */
export function requestedOperator(
  body: ChangeOperatorProfile,
  present: OperatorFields,
): { columns: OperatorColumns; changes: NonNullable<AuditDraft["changes"]> } {
  const changedFields = (Object.keys(columnOf) as Field[]).filter(
    (field) => body[field] !== undefined && !isSame(body[field], present[field]),
  );
  const { reminderTexts } = body;
  return {
    columns: {
      ...Object.fromEntries(changedFields.map((field) => [columnOf[field], body[field]])),
      ...(reminderTexts !== undefined && { reminder_texts: storedReminderTexts(reminderTexts) }),
    },
    changes: Object.fromEntries(
      changedFields.map((field) => [
        field,
        maskedFields.has(field) ? (["•", "•"] as const) : ([present[field], body[field]] as const),
      ]),
    ),
  };
}

/** Returns the issues that the schema does not find: wrong check digits and duplicate reminder texts. */
export function findOperatorIssues({
  iban,
  creditorId,
  reminderTexts,
}: ChangeOperatorProfile): ValidationIssue[] {
  const texts = (reminderTexts ?? []).map(({ level, language }) => `${level} ${language}`);
  return [
    ...(iban && !isIban(iban) ? [{ path: "iban", code: "invalidFormat", params: {} } as const] : []),
    ...(creditorId && !isCreditorId(creditorId)
      ? [{ path: "creditorId", code: "invalidFormat", params: {} } as const]
      : []),
    ...(new Set(texts).size < texts.length
      ? [{ path: "reminderTexts", code: "unique", params: {} } as const]
      : []),
  ];
}

/** Compares two values. The order of a list is ignored, because reminder texts come in any order. */
function isSame(left: unknown, right: unknown): boolean {
  const sorted = (value: unknown) =>
    Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value;
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}
