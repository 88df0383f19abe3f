import { itemsOf } from "@praxisportal/contract/staff/staff.rules";
import type { Employment, OffboardingEffects, StaffRecord } from "@praxisportal/contract/staff/staff.schema";
import type { StoredItem } from "./board.queries.ts";
import type { RecordRow } from "./records.queries.ts";
import type { EmploymentRow } from "./staff.queries.ts";

/**
 * Returns the items of a record's checklist in order. A record without its own has the standard checklist of its kind.
 */
export function checklistOf(
  kind: RecordRow["kind"],
  items: readonly StoredItem[] | null,
): readonly StoredItem[] {
  return items ?? itemsOf(kind).map((item) => ({ item, label: null }));
}

/** Effects as stored. Records of earlier versions lack some of the fields. */
type StoredEffects = Omit<OffboardingEffects, "handedOverWebhooks" | "disabledWebhooks" | "keptWebhooks"> &
  Partial<OffboardingEffects>;

function presentEffects(stored: StoredEffects | null): OffboardingEffects | null {
  return stored === null
    ? null
    : { handedOverWebhooks: [], disabledWebhooks: [], keptWebhooks: [], ...stored };
}

/** Returns an onboarding or offboarding for the organization, with the checklist items in order. */
export function presentRecord(row: RecordRow): StaffRecord {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    takesEffectAt: row.takes_effect_at.toISOString(),
    blocked: row.state === "planned" && row.blocked_at !== null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_name,
    doneAt: row.done_at?.toISOString() ?? null,
    successor:
      row.successor_id === null ? null : { userId: row.successor_id, name: row.successor_name ?? "" },
    webhooks: row.webhook_choices ?? [],
    ended: presentEffects(row.outcome as StoredEffects | null),
    items: checklistOf(row.kind, row.items).map(({ item, label }) => {
      const check = row.checks.find((candidate) => candidate.item === item);
      const checkedAt = check === undefined ? null : new Date(check.at).toISOString();
      return { item, label, checkedAt, checkedBy: check?.by ?? null };
    }),
  };
}

/** Returns the employment data of a person. Canceled offboardings are not shown. */
export function presentEmployment(row: EmploymentRow, records: readonly RecordRow[]): Employment {
  const newest = (kind: RecordRow["kind"]) => {
    const newestRecord = records.find((record) => record.kind === kind && record.state !== "cancelled");
    return newestRecord === undefined ? null : presentRecord(newestRecord);
  };
  return {
    initials: row.initials,
    startsOn: row.starts_on,
    site: row.site_id === null || row.site_name === null ? null : { id: row.site_id, name: row.site_name },
    isExternal: row.is_external,
    lastDay: row.last_day,
    confidentialityOn: row.confidentiality_on,
    physicianNumber: row.physician_number,
    externalAccessDays: row.external_access_days,
    timeZone: row.time_zone,
    today: row.today,
    onboarding: newest("onboarding"),
    offboarding: newest("offboarding"),
  };
}
