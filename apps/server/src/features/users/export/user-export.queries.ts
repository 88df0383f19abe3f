import type { ListedUser, UserExportQuery } from "@praxisportal/contract/users/users.schema";
import { sql } from "kysely";
import type { OrganizationDb } from "../../../platform/db/handles.ts";
import { byName, listConditions, type ListView } from "../list/user-list.queries.ts";
import { listedUserColumns } from "../../../directory/users.presenter.ts";

/** Number of people per query, which bounds the memory for a file of any size. */
const batchSize = 500;

type ExportCursor = { lastName: string; firstName: string; id: string };

/**
 * Yields the people that a list finds, in the order of their names. Each batch starts after the last person of the
 * previous one. Additions and removals in the meantime therefore neither repeat nor skip other people.
 */
export async function* readUsers(
  db: OrganizationDb,
  query: UserExportQuery,
  view: ListView,
): AsyncGenerator<ListedUser> {
  const { format: _format, ...filters } = query;
  const conditions = listConditions(db.organizationId, filters, view);
  let after: ExportCursor | undefined;
  for (;;) {
    const isAfter: ReturnType<typeof sql> =
      after === undefined
        ? sql`true`
        : sql`(${byName}) > (${after.lastName}, ${after.firstName}, ${after.id}::uuid)`;
    const [row] = await db.read<{ data: ListedUser[] }>((builder) => ({
      compile: () =>
        sql<{ data: ListedUser[] }>`select coalesce(json_agg(listed), '[]') as data from (
          select ${listedUserColumns(view.now, view)} from membership m where ${conditions} and ${isAfter}
          order by ${byName} limit ${sql.lit(batchSize)}) as listed`.compile(builder),
    }));
    const batch = row?.data ?? [];
    yield* batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return;
    after = { ...last.personalInfo, id: last.id };
  }
}

/** Returns the time zone of an organization. */
export async function findTimeZone(db: OrganizationDb): Promise<string> {
  const [row] = await db.read((builder) =>
    builder.selectFrom("organization").select("time_zone").where("organization_id", "=", db.organizationId),
  );
  return row?.time_zone ?? "UTC";
}
