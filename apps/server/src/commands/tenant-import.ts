import { parseArgs } from "node:util";
import { type ImportReport, importTenant } from "../features/tenant-export/import/import-tenant.ts";
import { systemClock } from "../platform/clock/clock.ts";
import { readConfig } from "../platform/config/config.ts";
import { loadMasterKey } from "../platform/config/keys.ts";
import { PasswordHasher } from "../platform/crypto/password-hasher.ts";
import { deriveKeys } from "../platform/crypto/sealed-secrets.ts";
import { withPlatformDb } from "./command-database.ts";
import { callerPath, runCommand } from "./run-command.ts";

/**
 * `npm run tenant:import -- <archive>`: restores an organization from an archive of its export. `--trust-checkpoint`
 * accepts an audit log whose expired entries were removed by another portal.
 */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "trust-checkpoint": { type: "boolean", default: false } },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    console.error("Usage: npm run tenant:import -- <archive> [--trust-checkpoint]");
    return 2;
  }
  const config = readConfig(process.env);
  const trustsCheckpoint = values["trust-checkpoint"];
  const report = await withPlatformDb(config, async (db) => {
    const { sealing: keys } = deriveKeys(
      await loadMasterKey(config.masterKey, config.dataDir),
      config.previousMasterKey,
    );
    const dependencies = { db, clock: systemClock, hasher: new PasswordHasher(), keys, trustsCheckpoint };
    return importTenant(dependencies, callerPath(file));
  });
  for (const line of linesOf(report)) console.log(line);
  return 0;
});

function linesOf(report: ImportReport): string[] {
  const { name, organizationId, rows, exportedAt, mailed, codes, applications, mandates, invitations } =
    report;
  const { leftOutInvoices } = report;
  return [
    `Restored ${name} (${organizationId}) as of ${exportedAt}: ${rows} rows.`,
    `${mailed} people get a mail with a link to a new password while the portal runs.`,
    `${codes.length} people need a one-time code, valid until ${report.codesExpireAt.toISOString()}:`,
    ...codes.map(({ code, username, name: person }) => `  ${code}  ${username} (${person})`),
    "To be set up again, because an archive contains no secrets:",
    "  second factors and passkeys of all people",
    ...applications.map((application) => `  an organization token of ${application}`),
    ...mandates.map(({ reference, holder }) => `  the SEPA mandate ${reference} of ${holder}`),
    ...(report.clearedNotice === null
      ? []
      : [
          `The notice for ${report.clearedNotice.toISOString()} was cleared, and the organization stays. Give notice again to end the contract.`,
        ]),
    ...(leftOutInvoices === 0
      ? []
      : [
          `${leftOutInvoices} invoices were left out, because this portal has others with their numbers. The archive contains them as files.`,
        ]),
    ...(invitations === 0 ? [] : [`  ${invitations} open invitations: send them again`]),
  ];
}
