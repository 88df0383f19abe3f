import { findSensitive } from "@praxisportal/contract/ai/redaction/find-sensitive";
import { knownPeople } from "@praxisportal/contract/ai/redaction/known-people";
import type {
  AiKnownNames,
  AiTemplate,
  SaveAiTemplate,
} from "@praxisportal/contract/ai-templates/ai-templates.schema";
import {
  ownAiTemplatesMax,
  sharedAiTemplatesMax,
} from "@praxisportal/contract/ai-templates/ai-templates.rules";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { presentTemplate } from "./ai-templates.presenter.ts";
import * as queries from "./ai-templates.queries.ts";

/** Kind of the templates that a change is about: the caller's own, or those of the organization. */
export type Place = "own" | "shared";

/** Prompt templates. A text in which the redaction finds a name or data of a person is never stored. */
export class AiTemplateService {
  /** Returns the caller's own templates and those of the organization by name. */
  async list({ caller, organization }: RequestContext): Promise<{ data: AiTemplate[] }> {
    const rows = await queries.listTemplates(organization.db, caller.personId);
    return { data: rows.map(presentTemplate) };
  }

  /** Returns the names that are marked in prompts. */
  async knownNames({ organization }: RequestContext): Promise<AiKnownNames> {
    const { first, last } = await queries.readKnownNames(organization.db);
    return { firstNames: first, lastNames: last };
  }

  /** Returns a template. Errors: 404. */
  async get(context: RequestContext, place: Place, id: string): Promise<AiTemplate> {
    const row = await queries.findTemplate(context.organization.db, ownerOf(context, place), id);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentTemplate(row);
  }

  /**
   * Creates a template. Errors: 422 AI_TEMPLATE_PERSONAL_DATA, 409 ALREADY_EXISTS for a used name, CONFLICT when there
   * are too many.
   */
  async create(
    { context }: Authorized<"aiTemplates.keepOwn" | "aiTemplates.manageShared">,
    place: Place,
    body: SaveAiTemplate,
  ): Promise<AiTemplate> {
    const { id: organizationId, db: organizationDb } = context.organization;
    await assertNeutral(organizationDb, body);
    const [id, owner] = [uuidV7(), ownerOf(context, place)];
    await organizationDb.write(async (db, tx) => {
      await saveIdempotencyKey(tx, context.repeatable, id);
      const templates = await queries.lockTemplates(db, organizationId, owner);
      if (templates.length >= (place === "own" ? ownAiTemplatesMax : sharedAiTemplatesMax))
        throw new ProblemError("CONFLICT");
      assertNameFree(templates, body.name);
      const row = { id, person_id: owner, ...body, created_by: context.caller.personId };
      await queries.insertTemplate(db, organizationId, row);
      if (place === "shared") record(tx, context, "ai.template_created", id, undefined, body);
    });
    return this.get(context, place, id);
  }

  /** Changes a template. Errors: 404, 422 AI_TEMPLATE_PERSONAL_DATA, 409 ALREADY_EXISTS. */
  async update(
    { context }: Authorized<"aiTemplates.keepOwn" | "aiTemplates.manageShared">,
    place: Place,
    id: string,
    body: SaveAiTemplate,
  ): Promise<AiTemplate> {
    const { id: organizationId, db: organizationDb } = context.organization;
    await assertNeutral(organizationDb, body);
    await organizationDb.write(async (db, tx) => {
      const templates = await queries.lockTemplates(db, organizationId, ownerOf(context, place));
      const before = find(templates, id);
      assertNameFree(
        templates.filter((template) => template !== before),
        body.name,
      );
      if (before.name === body.name && before.text === body.text) return;
      await queries.updateTemplate(db, organizationId, id, body);
      if (place === "shared") record(tx, context, "ai.template_changed", id, before, body);
    });
    return this.get(context, place, id);
  }

  /** Deletes a template. Errors: 404. */
  async remove(
    { context }: Authorized<"aiTemplates.keepOwn" | "aiTemplates.manageShared">,
    place: Place,
    id: string,
  ): Promise<void> {
    const { id: organizationId, db: organizationDb } = context.organization;
    await organizationDb.write(async (db, tx) => {
      const before = find(await queries.lockTemplates(db, organizationId, ownerOf(context, place)), id);
      await queries.deleteTemplate(db, organizationId, id);
      if (place === "shared") record(tx, context, "ai.template_removed", id, before, undefined);
    });
  }
}

function ownerOf({ caller }: RequestContext, place: Place): queries.Owner {
  return place === "own" ? caller.personId : null;
}

/**
 * Refuses a template with a name or data of a person, in its name or its text. The same rules mark prompts in the
 * browser. Errors: 422 AI_TEMPLATE_PERSONAL_DATA with the words that were found.
 */
async function assertNeutral(db: OrganizationDb, { name, text }: SaveAiTemplate): Promise<void> {
  const { first, last } = await queries.readKnownNames(db);
  const people = knownPeople({ firstNames: first, lastNames: last });
  const matches = [name, text].flatMap((part) =>
    findSensitive(part, people).map(({ kind, start, end }) => ({ kind, words: part.slice(start, end) })),
  );
  if (matches.length === 0) return;
  const words = [...new Set(matches.map((match) => match.words))].slice(0, findingsMax);
  throw new ProblemError("AI_TEMPLATE_PERSONAL_DATA", {
    params: { words: words.map((word) => `„${word}“`).join(", ") },
    members: { found: matches.slice(0, findingsMax) },
  });
}

/** Maximum number of findings in an error. */
const findingsMax = 10;

function find(templates: readonly queries.TemplateRow[], id: string): queries.TemplateRow {
  const matches = templates.find((template) => template.id === id);
  if (matches === undefined) throw new ProblemError("NOT_FOUND");
  return matches;
}

function assertNameFree(templates: readonly queries.TemplateRow[], name: string): void {
  if (templates.some((template) => template.name.toLowerCase() === name.toLowerCase()))
    throw new ProblemError("ALREADY_EXISTS", { issues: [{ path: "name", code: "unique", params: {} }] });
}

/** Records a change to a shared template: its name and the length of its text. */
function record(
  tx: WriteTransaction,
  context: RequestContext,
  action: "ai.template_created" | "ai.template_changed" | "ai.template_removed",
  id: string,
  before: SaveAiTemplate | undefined,
  after: SaveAiTemplate | undefined,
): void {
  tx.record({
    ...context.auditBase(),
    organizationId: context.organization.id,
    action,
    target: { type: "template", id, display: (after ?? before)?.name ?? "" },
    changes: {
      name: [before?.name ?? null, after?.name ?? null],
      characters: [before?.text.length ?? null, after?.text.length ?? null],
    },
  });
}
