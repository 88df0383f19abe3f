import { meaningOf, rightsAreas } from "@praxisportal/contract/rights";
import { itemsOf, type StaffChangeKind } from "@praxisportal/contract/staff/staff.rules";
import type { EvidenceTexts } from "../evidence-texts.ts";
import * as queries from "./members.queries.ts";
import {
  type CollectedSection,
  type EvidenceColumn,
  type EvidenceScope,
  type OpenPoint,
  tableOf,
} from "./section.ts";

type Member = queries.MemberRow;

const dash = "–";
const roleOf = (role: string | null, texts: EvidenceTexts) =>
  role === null ? dash : texts.nameOf(texts.roles, role);
const listOf = (values: readonly string[] | null) => (values?.length ? values.join(", ") : dash);

/** Describes permissions in one sentence for each area; a permission without a meaning in the portal keeps its name. */
function sentencesOf(permissions: readonly string[], { rights }: EvidenceTexts): string[] {
  const meanings = permissions.flatMap(meaningOf);
  const sentences = rightsAreas.flatMap((area) => {
    const levels = meanings.filter((meaning) => meaning.area === area).map(({ level }) => level);
    if (levels.length === 0) return [];
    return [rights[area][levels.includes("change") ? "change" : "view"]];
  });
  return [...sentences, ...permissions.filter((permission) => meaningOf(permission).length === 0)];
}

const rightsIn = (permissions: readonly string[], texts: EvidenceTexts) =>
  permissions.length === 0 ? dash : sentencesOf(permissions, texts).join(" ");

/** Collects "Wer hat welche Rechte, seit wann": the accounts, and the changes to their rights in the period. */
export async function collectRights(scope: EvidenceScope): Promise<CollectedSection> {
  const [members, changes] = await Promise.all([
    queries.readMembers(scope),
    queries.readRightsChanges(scope),
  ]);
  const accounts = tableOf<Member>("accounts", members, [
    ["name", 38, ({ name }) => name],
    ["username", 0, ({ username }) => username ?? dash],
    ["role", 36, ({ role }, texts) => roleOf(role, texts)],
    ["permissions", 37, ({ permissions }, texts) => rightsIn(permissions, texts)],
    ["permissionNames", 0, ({ permissions }) => listOf(permissions)],
    ["status", 20, stateOf],
    ["rightsSince", 20, ({ rightsSince }, texts) => texts.day(rightsSince)],
    ["grantedBy", 0, ({ rightsBy }) => rightsBy ?? dash],
    ["lastLogin", 20, ({ lastLoginAt }, texts) => texts.day(lastLoginAt)],
  ]);
  const history = tableOf<queries.RightsChangeRow>("rightsChanges", changes, [
    ["time", 27, ({ at }, texts) => texts.moment(at)],
    ["entry", 0, ({ seq }) => seq],
    ["name", 38, ({ name }) => name ?? dash],
    ["before", 36, (row, texts) => rightsOf(row, 0, texts)],
    ["after", 36, (row, texts) => rightsOf(row, 1, texts)],
    ["changedBy", 34, ({ by }) => by ?? dash],
  ]);
  return {
    id: "rights",
    checkedAt: scope.now,
    total: members.length,
    matching: new Set(members.map(({ role }) => role)).size,
    open: [],
    tables: [accounts, history],
  };
}

function rightsOf({ role, permissions }: queries.RightsChangeRow, at: 0 | 1, texts: EvidenceTexts): string {
  const parts = [
    ...(role === null ? [] : [roleOf(role[at], texts)]),
    ...(permissions?.[at]?.length ? [rightsIn(permissions[at], texts)] : []),
  ];
  return parts.length === 0 ? dash : parts.join(": ");
}

function stateOf(member: Member, { states }: EvidenceTexts): string {
  if (member.status !== "active") return member.status === "pending" ? states.pending : states.deactivated;
  if (member.blockedAt !== null) return states.blocked;
  return member.isUsable ? states.active : states.ended;
}

/** Collects "Zwei-Faktor-Anmeldung": the second factors of the accounts that can sign in. */
export async function collectSecondFactor(scope: EvidenceScope): Promise<CollectedSection> {
  const members = (await queries.readMembers(scope)).filter(({ isUsable }) => isUsable);
  const has = ({ hasAuthenticator, passkeys }: Member) => hasAuthenticator || passkeys > 0;
  const table = tableOf<Member>("secondFactor", members, [
    ["name", 55, ({ name }) => name],
    ["role", 48, ({ role }, texts) => roleOf(role, texts)],
    ["authenticator", 24, ({ hasAuthenticator }, texts) => texts.yesNo(hasAuthenticator)],
    ["authenticatorSince", 24, ({ authenticatorSince }, texts) => texts.day(authenticatorSince)],
    ["passkeys", 20, ({ passkeys }, texts) => texts.number(passkeys)],
  ]);
  return {
    id: "secondFactor",
    checkedAt: scope.now,
    total: members.length,
    matching: members.filter(has).length,
    open: members
      .filter((member) => !has(member))
      .map(({ name }) => ({ code: "noSecondFactor", about: name })),
    tables: [table],
  };
}

/**
 * Collects the accounts without access and the external accounts: external access needs an end and an agreement on
 * confidentiality.
 */
export async function collectRestrictedAccounts(scope: EvidenceScope): Promise<CollectedSection> {
  const members = await queries.readMembers(scope);
  const hasNoAccess = ({ status, blockedAt, lockedUntil }: Member) =>
    status === "deactivated" || blockedAt !== null || (lockedUntil !== null && lockedUntil > scope.now);
  const restricted = members.filter((member) => member.isExternal || hasNoAccess(member));
  const external = restricted.filter(({ isExternal, status }) => isExternal && status !== "deactivated");
  const table = tableOf<Member>("restrictedAccounts", restricted, [
    ["name", 38, ({ name }) => name],
    ["role", 38, ({ role }, texts) => roleOf(role, texts)],
    [
      "status",
      22,
      (row, texts) =>
        row.lockedUntil !== null && row.lockedUntil > scope.now ? texts.states.locked : stateOf(row, texts),
    ],
    ["reason", 0, ({ blockedReason }) => blockedReason ?? dash],
    ["blockedSince", 23, ({ blockedAt }, texts) => texts.day(blockedAt)],
    ["external", 0, ({ isExternal }, texts) => texts.yesNo(isExternal)],
    ["validUntil", 23, ({ validUntil }, texts) => texts.day(validUntil)],
    ["confidentiality", 27, ({ confidentialityOn }, texts) => texts.day(confidentialityOn)],
  ]);
  return {
    id: "restrictedAccounts",
    checkedAt: scope.now,
    total: restricted.filter(hasNoAccess).length,
    matching: external.length,
    open: external.flatMap(({ name, validUntil, confidentialityOn }): OpenPoint[] => [
      ...(validUntil === null ? [{ code: "noEndDate", about: name } as const] : []),
      ...(confidentialityOn === null ? [{ code: "noConfidentiality", about: name } as const] : []),
    ]),
    tables: [table],
  };
}

/** Collects "Eintritte mit Einarbeitung" or "Austritte mit Rückgabe", each entry with its checklist. */
export async function collectStaffChanges(
  scope: EvidenceScope,
  kind: StaffChangeKind,
): Promise<CollectedSection> {
  const rows = await queries.readStaffChanges(scope, kind);
  const { length } = itemsOf(kind);
  const isComplete = ({ checks }: queries.StaffRow) => checks.length >= length;
  const columns: readonly EvidenceColumn<queries.StaffRow>[] = [
    ["name", 40, ({ name }) => name],
    ["day", 22, ({ at }, texts) => texts.day(at)],
    [
      "record",
      25,
      ({ state }, texts) => (state === null ? texts.no : texts.nameOf(texts.changeStates, state)),
    ],
    ["recordedBy", 0, ({ by }) => by ?? dash],
    [
      "checklist",
      84,
      ({ state, checks }, texts) =>
        state === null
          ? dash
          : [
              `${checks.length}/${length}`,
              ...checks.map(
                ({ item, at, by }) =>
                  `${texts.nameOf(texts.items, item)} (${[texts.day(new Date(at)), ...(by === null ? [] : [by])].join(", ")})`,
              ),
            ].join(" · "),
    ],
  ];
  return {
    id: kind === "onboarding" ? "onboardings" : "offboardings",
    checkedAt: scope.now,
    total: rows.length,
    matching: rows.filter(isComplete).length,
    open: rows
      .filter((row) => row.state !== "planned" && !isComplete(row))
      .map(({ state, name }) => ({ code: state === null ? "noChecklist" : "openChecklist", about: name })),
    tables: [tableOf(kind === "onboarding" ? "onboardings" : "offboardings", rows, columns)],
  };
}
