import * as queries from "./equipment.queries.ts";
import { type CollectedSection, type EvidenceScope, type OpenPoint, tableOf } from "./section.ts";

const dash = "–";

/** Collects "Arbeitsplätze und Sperren". A shared workstation must lock itself. */
export async function collectWorkstations(scope: EvidenceScope): Promise<CollectedSection> {
  const rows = await queries.readWorkstations(scope);
  const shared = rows.filter(({ isShared }) => isShared);
  const table = tableOf<queries.WorkstationRow>("workstations", rows, [
    ["workstation", 46, ({ label }, texts) => label ?? texts.unnamed],
    ["shared", 25, ({ isShared }, texts) => texts.yesNo(isShared)],
    [
      "autoLock",
      30,
      ({ autoLockMinutes }, texts) =>
        autoLockMinutes === null ? dash : `${texts.number(autoLockMinutes)} ${texts.minutes}`,
    ],
    ["releasedBy", 45, ({ releasedBy }) => releasedBy ?? dash],
    ["releasedAt", 0, ({ releasedAt }, texts) => texts.day(releasedAt)],
    ["lastSeen", 25, ({ lastSeenAt }, texts) => texts.day(lastSeenAt)],
  ]);
  return {
    id: "workstations",
    checkedAt: scope.now,
    total: rows.length,
    matching: shared.length,
    open: shared
      .filter(({ autoLockMinutes }) => autoLockMinutes === null)
      .map(({ label }) => ({ code: "noAutoLock", about: label ?? dash })),
    tables: [table],
  };
}

/** Collects "Notfallcode": the code, its state, and the person who was unlocked with it. */
export async function collectEmergencyCode(scope: EvidenceScope): Promise<CollectedSection> {
  const rows = await queries.readEmergencyCode(scope);
  const working = rows.filter(({ usedAt }) => usedAt === null).length;
  const table = tableOf<queries.EmergencyCodeRow>("emergencyCode", rows, [
    ["state", 27, ({ usedAt }, texts) => texts.codeStates[usedAt === null ? "open" : "used"]],
    ["createdAt", 26, ({ createdAt }, texts) => texts.day(createdAt)],
    ["createdBy", 46, ({ createdBy }) => createdBy ?? dash],
    ["usedAt", 26, ({ usedAt }, texts) => texts.day(usedAt)],
    ["unlocked", 46, ({ unlocked }) => unlocked ?? dash],
  ]);
  return {
    id: "emergencyCode",
    checkedAt: scope.now,
    total: rows.length,
    matching: working,
    open: working > 0 ? [] : [{ code: "noEmergencyCode", about: dash }],
    tables: [table],
  };
}

/** Collects "KI-Anbieter mit Verträgen". An approval needs an agreement on processing and an obligation to secrecy. */
export async function collectProviders(scope: EvidenceScope): Promise<CollectedSection> {
  const rows = await queries.readProviders(scope);
  const openPoints = rows.flatMap(({ name, secrecyAgreedOn, processingAgreedOn }): OpenPoint[] => [
    ...(processingAgreedOn === null ? [{ code: "noProcessingAgreement", about: name } as const] : []),
    ...(secrecyAgreedOn === null ? [{ code: "noSecrecyAgreement", about: name } as const] : []),
  ]);
  const table = tableOf<queries.ProviderRow>("aiProviders", rows, [
    ["provider", 41, ({ name }) => name],
    ["region", 25, ({ region }, texts) => (region === null ? dash : texts.nameOf(texts.regions, region))],
    [
      "retention",
      0,
      ({ retentionDays }, texts) =>
        retentionDays === null ? dash : `${texts.number(retentionDays)} ${texts.days}`,
    ],
    [
      "certificate",
      0,
      ({ c5Type, c5ValidUntil }, texts) =>
        c5Type === null ? dash : `C5 ${c5Type} (${texts.day(c5ValidUntil)})`,
    ],
    [
      "processing",
      45,
      ({ processingAgreedOn, processingVersion }, texts) =>
        processingAgreedOn === null
          ? dash
          : [texts.day(processingAgreedOn), ...(processingVersion === null ? [] : [processingVersion])].join(
              ", ",
            ),
    ],
    ["secrecy", 32, ({ secrecyAgreedOn }, texts) => texts.day(secrecyAgreedOn)],
    ["approvedOn", 28, ({ approvedAt }, texts) => texts.day(approvedAt)],
  ]);
  return {
    id: "aiProviders",
    checkedAt: scope.now,
    total: rows.length,
    matching: rows.length - new Set(openPoints.map(({ about }) => about)).size,
    open: openPoints,
    tables: [table],
  };
}
