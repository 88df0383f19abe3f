import type { Language } from "@praxisportal/contract/languages";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { Snapshot } from "../../platform/db/snapshot.ts";
import { readOrganizationName, readOwnSection, type SectionOwner } from "./own-data.queries.ts";
import { ownDataTexts } from "./own-data-texts.ts";
import { accountSections, logSections, organizationSections, type OwnSection } from "./own-sections.ts";

/** Subject, time and language of an export. */
export type OwnDataHead = {
  personId: string;
  /** Organizations that store data about the person. */
  organizationIds: readonly string[];
  exportedAt: Date;
  /** The language of the explanations. */
  language: Language;
};

/**
 * Yields all data stored about a person as one JSON document, a row per line: first the account with the platform's
 * log, then each organization. One snapshot is open at a time, so each part is consistent in itself. Ends with an error
 * when a snapshot is lost; a file that was cut off is not valid JSON.
 */
export async function* ownDataJson(db: IdentityDb, head: OwnDataHead): AsyncGenerator<string> {
  const start = {
    format: "praxisportal.own-data",
    version: 1,
    personId: head.personId,
    exportedAt: head.exportedAt.toISOString(),
    explanation: ownDataTexts(head.language),
  };
  yield `${JSON.stringify(start, null, 2).slice(0, -2)},\n"account":{`;
  // The log of the platform is a separate chain, not part of those of organizations.
  yield* readWith(db, platformChainId, head.personId, async function* (snapshot) {
    yield* sectionsOf(snapshot, head.personId, accountSections, "account");
    yield ",";
    yield* sectionsOf(snapshot, head.personId, logSections, "organization");
  });
  yield '\n},\n"organizations":[';
  for (const [index, organizationId] of head.organizationIds.entries()) {
    yield index === 0 ? "\n" : ",\n";
    yield* readWith(db, organizationId, head.personId, async function* (snapshot) {
      const name = JSON.stringify(await readOrganizationName(snapshot));
      yield `{"organizationId":${JSON.stringify(organizationId)},"name":${name},`;
      const sections = [...organizationSections, ...logSections];
      yield* sectionsOf(snapshot, head.personId, sections, "organization");
      yield "}";
    });
  }
  yield "\n]}\n";
}

async function* readWith(
  db: IdentityDb,
  organizationId: string,
  personId: string,
  read: (snapshot: Snapshot) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  const snapshot = await db.organization(organizationId).openSnapshot(personId);
  try {
    yield* read(snapshot);
  } finally {
    await snapshot.close();
  }
}

async function* sectionsOf(
  snapshot: Snapshot,
  personId: string,
  sections: readonly OwnSection[],
  owner: SectionOwner,
): AsyncGenerator<string> {
  for (const [index, section] of sections.entries()) {
    yield `${index === 0 ? "" : ","}\n${JSON.stringify(section.name)}:[`;
    let before = "\n";
    for await (const lines of readOwnSection(snapshot, section, owner, personId)) {
      yield before + lines.join(",\n");
      before = ",\n";
    }
    yield before === "\n" ? "]" : "\n]";
  }
}
