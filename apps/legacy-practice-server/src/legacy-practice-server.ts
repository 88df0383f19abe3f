import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { GdtFolder } from "./gdt-folder/gdt-folder.ts";
import { handleRequest, type ServerState } from "./http/handle-request.ts";
import { BodyTooLarge, sendError } from "./http/reply.ts";
import type { Switches } from "./http/switches.ts";
import { generatePatients } from "./patients/generate-patients.ts";
import type { Patient } from "./patients/patient.ts";
import { Accounts, demoAccounts, type LegacyAccount } from "./sign-in/accounts.ts";
import { Tokens } from "./sign-in/tokens.ts";

export type LegacyPracticeServerOptions = {
  /** Any free port when omitted. */
  port?: number;
  /** The id of the practice that this server belongs to. */
  praxisId: string;
  /** Number of invented patients. */
  patients?: number;
  /** A folder with GDT 2.1 files. Its patients replace the invented ones. */
  gdtFolder?: string | undefined;
  switches?: Switches;
  /** The documented demonstration accounts when omitted. */
  accounts?: readonly LegacyAccount[];
};

export type LegacyPracticeServer = {
  /** Base URL, for example `http://127.0.0.1:3000`. */
  url: string;
  praxisId: string;
  accounts: readonly LegacyAccount[];
  /** Replaces all switches; `{}` restores the normal behavior. */
  setSwitches: (switches: Switches) => void;
  /** Ends open connections, stops reading the folder and frees the port. */
  stop: () => Promise<void>;
};

const defaultPatients = 40;

/** Starts the legacy practice server on this machine (see the README). All its data is invented. */
export async function startLegacyPracticeServer({
  port = 0,
  praxisId,
  patients = defaultPatients,
  gdtFolder,
  switches = {},
  accounts = demoAccounts,
}: LegacyPracticeServerOptions): Promise<LegacyPracticeServer> {
  const source = await openPatients(patients, gdtFolder);
  const state: ServerState = {
    praxisId,
    accounts: new Accounts(accounts),
    tokens: new Tokens(),
    patients: source.patients,
    switches,
  };
  const server = createServer((request, response) => {
    handleRequest(request, response, state).catch((error: unknown) => {
      if (!(error instanceof BodyTooLarge)) {
        response.destroy();
        return;
      }
      response.setHeader("connection", "close");
      sendError(response, 413, "Die Anfrage ist zu groß.");
    });
  });
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
  } catch (error) {
    await source.close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    praxisId,
    accounts,
    setSwitches: (next) => {
      state.switches = next;
    },
    stop: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await source.close();
    },
  };
}

type PatientSource = { patients: () => readonly Patient[]; close: () => Promise<void> };

async function openPatients(count: number, gdtFolder: string | undefined): Promise<PatientSource> {
  if (gdtFolder === undefined) {
    const generated = generatePatients(count);
    return { patients: () => generated, close: async () => {} };
  }
  const byNumber = new Map<string, Patient>();
  const folder = await GdtFolder.open({
    folder: gdtFolder,
    onPatient: (patient) => byNumber.set(patient.number, patient),
  });
  return { patients: () => [...byNumber.values()], close: () => folder.close() };
}
