import { exportFileName } from "@praxisportal/contract/tenant-export/file-name.rules";
import { canViewSecurity } from "@praxisportal/contract/users/users.rules";
import type { ListedUser, UserExportQuery } from "@praxisportal/contract/users/users.schema";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import { FileResponse } from "../../../platform/http/calls/file-response.ts";
import { csvOf, jsonOf } from "../../../platform/http/list-files.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { findTimeZone, readUsers } from "./user-export.queries.ts";
import { exportSubject, userColumns } from "./user-export.ts";

/** Exports lists of people as files. */
export class UserExportService {
  readonly #db: IdentityDb;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: IdentityDb; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Exports the people that the filters find. The audit entry is written before the first of them is sent. */
  async export({ context }: Authorized<"users.export">, query: UserExportQuery): Promise<FileResponse> {
    const { organization, origin } = context;
    const withSecurity = canViewSecurity(context.principal);
    await this.#db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "user.exported",
        target: { type: "organization", id: organization.id },
        reason: query.format,
      });
    });
    const now = this.#clock.now();
    const people: AsyncIterable<ListedUser> = readUsers(organization.db, query, {
      now,
      withSecurity,
      withEmployment: false,
    });
    const timeZone = await findTimeZone(organization.db);
    const name = exportFileName(exportSubject(origin.language), organization.name, dayIn(timeZone, now));
    if (query.format === "json") {
      return new FileResponse(`${name}.json`, "application/json; charset=utf-8", jsonOf(people));
    }
    const columns = userColumns(origin.language, { timeZone, withSecurity });
    return new FileResponse(
      `${name}.csv`,
      "text/csv; charset=utf-8",
      csvOf(people, columns, origin.language),
    );
  }
}
