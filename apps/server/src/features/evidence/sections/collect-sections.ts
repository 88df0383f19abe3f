import { type EvidenceSectionId, evidenceSections } from "@praxisportal/contract/evidence/evidence.rules";
import { checkChain } from "../../../platform/audit/check-chain.ts";
import type { SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";
import type { EvidenceTexts } from "../evidence-texts.ts";
import { collectInstructions } from "./instruction-section.ts";
import { collectEmergencyCode, collectProviders, collectWorkstations } from "./equipment-sections.ts";
import { collectRestoreTests, collectRetentionRuns } from "./operation-sections.ts";
import { readAdministrators } from "./members.queries.ts";
import {
  collectRestrictedAccounts,
  collectRights,
  collectSecondFactor,
  collectStaffChanges,
} from "./people-sections.ts";
import { countReviews, readReviewDueAt, readReviewed, type ReviewedRow } from "./reviews.queries.ts";
import { type CollectedSection, type EvidenceScope, type OpenPoint, tableOf } from "./section.ts";

type Collect = (
  scope: EvidenceScope,
  before: readonly CollectedSection[],
  keys: SealingKeys,
) => Promise<CollectedSection>;

const collectors: Readonly<Record<EvidenceSectionId, Collect>> = {
  rights: collectRights,
  secondFactor: collectSecondFactor,
  restrictedAccounts: collectRestrictedAccounts,
  onboardings: (scope) => collectStaffChanges(scope, "onboarding"),
  offboardings: (scope) => collectStaffChanges(scope, "offboarding"),
  workstations: collectWorkstations,
  emergencyCode: collectEmergencyCode,
  aiProviders: collectProviders,
  aiInstructions: collectInstructions,
  reviews: collectReviews,
  auditChain: collectAuditChain,
  retentionRuns: collectRetentionRuns,
  restoreTests: collectRestoreTests,
  openPoints: collectOpenPoints,
};

/** Yields the statements in order, each as soon as its data has been read. */
export async function* collectSections(
  scopeAt: () => EvidenceScope,
  keys: SealingKeys,
): AsyncGenerator<CollectedSection> {
  const collectedSections: CollectedSection[] = [];
  for (const id of evidenceSections) {
    const section = await collectors[id](scopeAt(), collectedSections, keys);
    collectedSections.push(section);
    yield section;
  }
}

/** Collects "Regelmäßige Rechte-Überprüfung". It is open while a review is due. */
async function collectReviews(scope: EvidenceScope): Promise<CollectedSection> {
  const [total, rows, dueAt] = await Promise.all([
    countReviews(scope),
    readReviewed(scope),
    readReviewDueAt(scope),
  ]);
  const completedCount = new Set(rows.map(({ reviewId }) => reviewId)).size;
  const table = tableOf<ReviewedRow>("reviews", rows, [
    ["day", 22, ({ completedAt }, texts) => texts.day(completedAt)],
    ["name", 44, ({ name }) => name ?? "–"],
    ["role", 38, ({ role }, texts) => texts.nameOf(texts.roles, role)],
    ["decision", 22, ({ decision }, texts) => texts.nameOf(texts.decisions, decision)],
    ["reason", 45, ({ reason }) => reason],
  ]);
  return {
    id: "reviews",
    checkedAt: scope.now,
    total,
    matching: completedCount,
    open: dueAt <= scope.now ? [{ code: completedCount > 0 ? "reviewDue" : "noReview", about: "–" }] : [],
    tables: completedCount > 0 ? [table] : [],
    reviewDueAt: dueAt,
  };
}

/** Collects "Protokoll unverändert": recomputes every hash of the chain. */
async function collectAuditChain(
  { db, now }: EvidenceScope,
  _before: readonly CollectedSection[],
  keys: SealingKeys,
): Promise<CollectedSection> {
  const { entries, broken, since, head } = await checkChain(
    (build) => db.read(build),
    db.organizationId,
    keys,
  );
  const faults: OpenPoint[] = broken === null ? [] : [{ code: "chainBroken", about: String(broken.at) }];
  return {
    id: "auditChain",
    checkedAt: now,
    total: entries + faults.length,
    matching: entries,
    open: faults,
    tables: [],
    chain: { intact: broken === null, head: head?.toString("hex") ?? null, since },
  };
}

type ListedPoint = OpenPoint & { section: EvidenceSectionId; responsible: string };

/** Collects "Offene Punkte mit Verantwortlichen": the open points of the other statements. */
async function collectOpenPoints(
  scope: EvidenceScope,
  before: readonly CollectedSection[],
): Promise<CollectedSection> {
  const responsible = (await readAdministrators(scope)).join(", ");
  const points = before.flatMap(({ id, open }) =>
    open.map((point): ListedPoint => ({ ...point, section: id, responsible })),
  );
  const table = tableOf<ListedPoint>("openPoints", points, [
    ["statement", 43, ({ section }, texts: EvidenceTexts) => texts.sections[section].title],
    ["missing", 54, ({ code }, texts) => texts.openCodes[code]],
    ["about", 36, ({ about }) => about],
    ["responsible", 38, (row) => row.responsible],
  ]);
  return {
    id: "openPoints",
    checkedAt: scope.now,
    total: points.length,
    matching: 0,
    open: points.map(({ code, about }) => ({ code, about })),
    tables: [table],
  };
}
