import { exportFileName } from "@praxisportal/contract/tenant-export/file-name.rules";
import * as endpoints from "@praxisportal/contract/org-tokens/org-tokens.endpoints";
import {
  revokeOrganizationSchema,
  revokeOrgTokenSchema,
} from "@praxisportal/contract/org-tokens/org-tokens.schema";
import { issuesOf } from "@praxisportal/contract/validation-issues";
import type * as z from "zod/mini";
import type { Clock } from "../../platform/clock/clock.ts";
import { operatorDay } from "../../platform/clock/operator-day.ts";
import { FileResponse } from "../../platform/http/calls/file-response.ts";
import { csvOf, jsonOf } from "../../platform/http/list-files.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Call } from "../../platform/http/calls/handler.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayManageAllTokens, mayManageTokens, mayUseOwnTokens } from "./org-tokens.policy.ts";
import { presentOrganizationOf, presentPair } from "./org-tokens.presenter.ts";
import type { OrgTokenService } from "./org-tokens.service.ts";
import { tokenColumns } from "./token-export.ts";
import type { TokenSignInService } from "./token-sign-in.service.ts";
import type { TokenRecordService } from "./token-records.service.ts";

type Dependencies = {
  tokens: OrgTokenService;
  signIn: TokenSignInService;
  records: TokenRecordService;
  clock: Clock;
};

/** Registers the calls for tokens that applications use to act for a user in an organization. */
export function registerOrgTokenRoutes(
  registrar: Registrar,
  { tokens, signIn, records, clock }: Dependencies,
): void {
  registrar.handle(endpoints.authenticateOrgToken, async ({ body, context, named }) => {
    assertConsistent(named, body);
    return presentPair(await signIn.authenticate(body, context.origin));
  });

  registrar.handle(endpoints.listUserOrganizations, async ({ context }) => ({
    organizations: context.caller.memberships.map((row) => ({
      ...presentOrganizationOf({ ...row, id: row.organizationId, status: row.organizationStatus }),
      role: row.role,
    })),
  }));

  registrar.handle(endpoints.switchOrganization, async ({ body, context, named }) => {
    assertConsistent(named, body);
    return presentPair(await tokens.switchTo(authorize(context, "orgTokens.create", mayUseOwnTokens), body));
  });

  registrar.handle(endpoints.refreshOrgToken, async ({ body, context, named }) => {
    assertConsistent(named, body);
    return presentPair(await signIn.refresh(body, context.origin));
  });

  registrar.handle(endpoints.validateOrgToken, async ({ body, context, named }) => {
    assertConsistent(named, body);
    const token = await signIn.validate(body, context.origin);
    if (token === undefined) return { valid: false as const };
    return {
      valid: true as const,
      tokenId: token.token_id,
      userId: token.person_id,
      organizationId: token.organization_id,
      applicationId: token.application_id,
      scope: token.scopes as ("read" | "write" | "profile")[],
      expiresAt: token.secret_expires_at.toISOString(),
    };
  });

  registrar.handle(endpoints.revokeOrgToken, async ({ body, query, context, named }) => {
    const input = bodyOrQuery(revokeOrgTokenSchema, body, query);
    assertConsistent(named, input);
    const authorized = authorize(context, "orgTokens.revokeOwn", mayUseOwnTokens);
    return { revokedCount: await tokens.revokeOwn(authorized, input) };
  });

  registrar.handle(endpoints.revokeAllOrgTokens, async ({ body, query, context }) => {
    const authorized = authorize(context, "orgTokens.revokeOwn", mayUseOwnTokens);
    return { revokedCount: await tokens.revokeAllOwn(authorized, body.reason ?? query.reason) };
  });

  registrar.handle(endpoints.listActiveOrgTokens, async ({ query, context }) => ({
    tokens: [...(await records.listOwn(context.caller, query.organizationId))],
  }));

  registrar.handle(endpoints.listOrganizationTokens, ({ query, context }) =>
    records.listForOrganization(context.organization.db, query),
  );

  registrar.handle(endpoints.organizationTokenStatistics, ({ context }) =>
    records.statisticsOf(context.organization.db),
  );

  registrar.handle(endpoints.listAllOrgTokens, ({ query, context }) =>
    records.listAll(authorize(context, "orgTokens.readAll", mayManageAllTokens), query),
  );

  registrar.handle(endpoints.orgTokenStatistics, ({ context }) =>
    records.statistics(authorize(context, "orgTokens.readAll", mayManageAllTokens)),
  );

  registrar.handle(endpoints.exportOrgTokens, async ({ query, context }) => {
    const exportedTokens = await records.export(
      authorize(context, "orgTokens.export", mayManageAllTokens),
      query,
    );
    const name = exportFileName("client-tokens", null, operatorDay(clock.now()));
    return query.format === "csv"
      ? new FileResponse(
          `${name}.csv`,
          "text/csv; charset=utf-8",
          csvOf(exportedTokens, tokenColumns, context.origin.language),
        )
      : new FileResponse(`${name}.json`, "application/json; charset=utf-8", jsonOf(exportedTokens));
  });

  registrar.handle(endpoints.revokeOrganizationTokens, async ({ body, query, context }) => {
    const input = bodyOrQuery(revokeOrganizationSchema, body, query);
    const authorized = authorize(context, "orgTokens.revokeOrganization", mayManageAllTokens);
    return { revokedCount: await records.revokeOrganization(authorized, input) };
  });

  registrar.handle(endpoints.cleanUpOrgTokens, async ({ context }) => ({
    deletedCount: await records.cleanUp(authorize(context, "orgTokens.cleanUp", mayManageAllTokens)),
  }));

  registrar.handle(endpoints.revokeOneOrgToken, ({ params, query, context }) =>
    records.revokeOne(authorize(context, "orgTokens.revoke", mayManageTokens), params.id, query.reason),
  );
}

type Named = Call<typeof endpoints.refreshOrgToken>["named"];

/** Throws 403 when a header names another organization or application than the request itself. */
function assertConsistent(
  named: Named,
  { organizationId, applicationId }: { organizationId: string; applicationId?: string | undefined },
): void {
  if (named.organizationId !== undefined && named.organizationId !== organizationId) {
    throw new ProblemError("ORGANIZATION_MISMATCH");
  }
  const isOther = named.applicationId !== undefined && named.applicationId !== applicationId;
  if (isOther && applicationId !== undefined) throw new ProblemError("FORBIDDEN");
}

/**
 * Reads the input of a DELETE from its body or, because some proxies drop that, from the query. A field in both must
 * be the same. Errors: 400.
 */
function bodyOrQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  body: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const differing = Object.keys(body).find((key) => query[key] !== undefined && query[key] !== body[key]);
  if (differing !== undefined) {
    throw new ProblemError("VALIDATION_FAILED", { issues: [{ path: differing, code: "match", params: {} }] });
  }
  const merged = { ...query, ...body };
  const result = schema.safeParse(merged);
  if (!result.success)
    throw new ProblemError("VALIDATION_FAILED", { issues: issuesOf(result.error, merged) });
  return result.data;
}
