import type { Department } from "@praxisportal/contract/departments/departments.schema";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { departmentsMax } from "@praxisportal/contract/limits";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { OrganizationQueries } from "../../platform/db/query-builders.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { WriteTransaction } from "../../platform/db/write-transaction.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { saveIdempotencyKey } from "../../platform/idempotency/idempotency.queries.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { presentDepartment } from "./departments.presenter.ts";
import * as queries from "./departments.queries.ts";

type KnownDepartments = readonly { id: string; name: string }[];

/** The departments of an organization. Each membership stores its department by name. */
export class DepartmentService {
  /** Returns all departments of an organization, sorted by name, and the number of people without one. */
  async list(db: OrganizationDb) {
    const [rows, withoutDepartment] = await Promise.all([
      queries.listDepartments(db),
      queries.countWithoutDepartment(db),
    ]);
    return { data: rows.map(presentDepartment), withoutDepartment };
  }

  /** Creates a department. Errors: 409 ALREADY_EXISTS for a name that exists, CONFLICT when there are too many. */
  async create({ context }: Authorized<"departments.manage">, name: string): Promise<Department> {
    const id = uuidV7();
    await this.#write(context, async (db, tx) => {
      await saveIdempotencyKey(tx, context.repeatable, id);
      const departments = await queries.lockDepartments(db, context.organization.id);
      assertNameFree(departments, name);
      if (departments.length >= departmentsMax) throw new ProblemError("CONFLICT");
      if (!(await queries.insertDepartment(db, context.organization.id, id, name))) throw nameTakenError();
      return { id, entry: { action: "department.created", name, changes: { name: [null, name] } } };
    });
    return this.get(context, id);
  }

  /** Renames a department, including for its members. Errors: 404, 409 ALREADY_EXISTS. */
  async rename({ context }: Authorized<"departments.manage">, id: string, name: string): Promise<Department> {
    await this.#write(context, async (db) => {
      const departments = await queries.lockDepartments(db, context.organization.id);
      const { name: previousName } = find(departments, id);
      if (previousName === name) return { id };
      assertNameFree(departments, name);
      // This comes first; otherwise the trigger on memberships would create a second department with the new name.
      await queries.renameDepartment(db, context.organization.id, id, name);
      const movedMembers = await queries.moveMembers(db, context.organization.id, previousName, name);
      const changes = { name: [previousName, name], people: [movedMembers, movedMembers] } as const;
      return { id, entry: { action: "department.renamed", name, changes } };
    });
    return this.get(context, id);
  }

  /** Moves all members to another department and deletes this one. Errors: 404, 409 CONFLICT if both are the same. */
  async merge({ context }: Authorized<"departments.manage">, id: string, into: string): Promise<Department> {
    await this.#write(context, async (db) => {
      const departments = await queries.lockDepartments(db, context.organization.id);
      const [from, to] = [find(departments, id), find(departments, into)];
      if (from.id === to.id) throw new ProblemError("CONFLICT");
      const movedMembers = await queries.moveMembers(db, context.organization.id, from.name, to.name);
      await queries.deleteDepartment(db, context.organization.id, id);
      const changes = { name: [from.name, to.name], people: [movedMembers, 0] } as const;
      return { id, entry: { action: "department.merged", name: from.name, changes } };
    });
    return this.get(context, into);
  }

  /** Deletes a department; its members then have none. Errors: 404. */
  async remove({ context }: Authorized<"departments.manage">, id: string): Promise<void> {
    await this.#write(context, async (db) => {
      const departments = await queries.lockDepartments(db, context.organization.id);
      const { name } = find(departments, id);
      const movedMembers = await queries.moveMembers(db, context.organization.id, name, null);
      await queries.deleteDepartment(db, context.organization.id, id);
      const changes = { name: [name, null], people: [movedMembers, 0] } as const;
      return { id, entry: { action: "department.deleted", name, changes } };
    });
  }

  async #write(
    context: RequestContext,
    work: (
      db: OrganizationQueries,
      tx: WriteTransaction,
    ) => Promise<{ id: string; entry?: Pick<AuditDraft, "action" | "changes"> & { name: string } }>,
  ): Promise<void> {
    const { organization } = context;
    await organization.db.write(async (db, tx) => {
      const result = await work(db, tx);
      if (result.entry !== undefined) {
        const { name, ...rest } = result.entry;
        tx.record({
          ...context.auditBase(),
          ...rest,
          organizationId: organization.id,
          target: { type: "department", id: result.id, display: name },
        });
      }
    });
  }

  /** Returns a department. Errors: 404. */
  async get({ organization }: RequestContext, id: string): Promise<Department> {
    const [row] = await queries.listDepartments(organization.db, id);
    if (row === undefined) throw new ProblemError("NOT_FOUND");
    return presentDepartment(row);
  }
}

function find(departments: KnownDepartments, id: string) {
  const match = departments.find((department) => department.id === id);
  if (match === undefined) throw new ProblemError("NOT_FOUND");
  return match;
}

function assertNameFree(departments: KnownDepartments, name: string): void {
  if (departments.some((department) => department.name === name)) throw nameTakenError();
}

function nameTakenError(): ProblemError {
  return new ProblemError("ALREADY_EXISTS", { issues: [{ path: "name", code: "unique", params: {} }] });
}
