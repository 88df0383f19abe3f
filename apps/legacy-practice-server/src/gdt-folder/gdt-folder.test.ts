import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { encodeGdtPatient } from "../gdt/encode-gdt.ts";
import type { GdtPatient } from "../gdt/gdt-record.ts";
import { startLegacyPracticeServer } from "../legacy-practice-server.ts";
import type { Patient } from "../patients/patient.ts";
import { patientsOf, tokenOf } from "../testing/legacy-client.ts";
import { GdtFolder, type GdtFolderOptions } from "./gdt-folder.ts";

const longTime = { timeout: 30_000, interval: 20 };

const petra: GdtPatient = {
  number: "1",
  lastName: "Müßiggang-Musterpatientin",
  firstName: "Petra",
  birthDate: "1970-12-31",
  insuranceNumber: "MUSTER-1",
  postalCodeAndCity: "00000 Musterstädt",
  street: "Musterstraße 1",
  sex: "female",
  phone: "+49 30 23125 001",
};
const paul: GdtPatient = {
  number: "2",
  lastName: "Mustermännle",
  firstName: "Paul",
  birthDate: "1980-01-01",
};

/** The same patient twice, as another program writes it; each character is one byte. */
const cp437Lines = [
  "01380006301",
  "014810000275",
  "0178315PRAXEDV1",
  "0178316MUSTERED",
  "01092062",
  "014921802.10",
  "01030001",
  "0343101M\x81\xe1iggang-Musterpatientin",
  "0193102Petra \x8enne",
  "017310331121970",
  "0173105MUSTER-1",
  "031310600000 K\x94ln-Musterst\x84dt",
  "0273107\x9abermusterstra\xe1e 1",
  "01031102",
  "0253626+49 30 23125 001",
];
const cp1252Lines = [
  "01380006301",
  "014810000275",
  "0178315PRAXEDV1",
  "0178316MUSTERED",
  "01092063",
  "014921802.10",
  "01030002",
  "0343101M\xfc\xdfiggang-Musterpatientin",
  "0193102Petra \xc4nne",
  "017310331121970",
  "0173105MUSTER-1",
  "031310600000 K\xf6ln-Musterst\xe4dt",
  "0273107\xdcbermusterstra\xdfe 1",
  "01031102",
  "0253626+49 30 23125 001",
];

let path: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), "gdt ordner-"));
});
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(path, { recursive: true, force: true });
});

const recordOf = (lines: readonly string[]) => Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1");
const writeRecord = (name: string, content: string | Uint8Array) => writeFile(join(path, name), content);
const putPatient = (name: string, patient: GdtPatient) =>
  writeRecord(name, encodeGdtPatient(patient, "cp437"));
const filesOf = async (folder: string) => (await readdir(join(path, folder))).toSorted();
const reasonOf = (name: string) => readFile(join(path, "fehlerhaft", `${name}.grund.txt`), "utf8");

/** Opens the folder and returns what it reads, in that order. */
async function openFolder(options: Partial<GdtFolderOptions> = {}): Promise<Patient[]> {
  const patients: Patient[] = [];
  const folder = await GdtFolder.open({
    folder: path,
    onPatient: (patient) => patients.push(patient),
    ...options,
  });
  closing.push(() => folder.close());
  return patients;
}

async function startServer() {
  const server = await startLegacyPracticeServer({ praxisId: "MUSTER-2026", gdtFolder: path });
  closing.push(() => server.stop());
  return { server, token: await tokenOf(server) };
}

describe("the GDT folder", () => {
  it("R0-208 is the source of patients, in CP437 and CP1252, at the start and later", async () => {
    await writeRecord("PRAXEDV1.001", recordOf(cp437Lines));
    const { server, token } = await startServer();
    const expected = {
      id: "pat-1",
      nummer: "1",
      nachname: "Müßiggang-Musterpatientin",
      vorname: "Petra Änne",
      geburtsdatum: "1970-12-31",
      geschlecht: "w",
      versicherung: null,
      telefon: "+49 30 23125 001",
      strasse: "Übermusterstraße 1",
      plz: "00000",
      ort: "Köln-Musterstädt",
      letzterBesuch: null,
      versichertennummer: "MUSTER-1",
      diagnosen: [],
      notizen: null,
    };
    expect(await patientsOf(server, token)).toEqual([expected]);
    await writeRecord("zwei.gdt", recordOf(cp1252Lines));
    await vi.waitFor(async () => {
      expect(await patientsOf(server, token)).toEqual([expected, { ...expected, id: "pat-2", nummer: "2" }]);
    }, longTime);
    expect(await filesOf("verarbeitet")).toEqual(["PRAXEDV1.001", "zwei.gdt"]);
  });

  it("replaces a patient by a later record with the same number", async () => {
    await putPatient("eins.gdt", petra);
    const { server, token } = await startServer();
    await putPatient("eins.gdt", { ...petra, lastName: "Musterfrau" });
    await vi.waitFor(async () => {
      const names = (await patientsOf(server, token)).map(({ nachname }) => nachname);
      expect(names).toEqual(["Musterfrau"]);
    }, longTime);
    expect(await filesOf("verarbeitet")).toEqual(["eins-2.gdt", "eins.gdt"]);
  });

  it("restores its patients, in their last version, when the server starts again", async () => {
    await putPatient("eins.gdt", petra);
    const first = await openFolder();
    // A copy keeps the modification time of its original, which is not the time of its arrival.
    await putPatient("kopie.tmp", { ...petra, lastName: "Musterfrau" });
    await utimes(join(path, "kopie.tmp"), new Date("2000-01-01"), new Date("2000-01-01"));
    await rename(join(path, "kopie.tmp"), join(path, "eins.gdt"));
    await vi.waitFor(() => expect(first).toHaveLength(2), longTime);
    await closing.pop()?.();
    const second = await openFolder();
    expect(second.map(({ lastName }) => lastName)).toEqual(["Müßiggang-Musterpatientin", "Musterfrau"]);
  });

  it("sets faulty files aside with the reason, which contains no patient data", async () => {
    const { server, token } = await startServer();
    const record = encodeGdtPatient(petra, "cp437");
    await writeRecord("datum.gdt", recordOf(cp437Lines.map((line) => line.replace("31121970", "31021970"))));
    await writeRecord("text.001", "Petra Musterpatientin\r\n");
    await writeRecord("kurz.gdt", record.subarray(0, -20));
    await writeRecord("gross.gdt", Buffer.alloc(100_000, record));
    await putPatient("ohne-nummer.gdt", { ...petra, number: " " });
    await putPatient("gut.gdt", paul);
    const names = ["datum.gdt", "gross.gdt", "kurz.gdt", "ohne-nummer.gdt", "text.001"];
    await vi.waitFor(async () => {
      expect(await filesOf("fehlerhaft")).toEqual(
        names.flatMap((name) => [name, `${name}.grund.txt`]).toSorted(),
      );
    }, longTime);
    expect(await reasonOf("datum.gdt")).toBe(
      "Zeile 10: Das Geburtsdatum in Feld 3103 ist kein gültiges Datum.\n",
    );
    expect(await reasonOf("text.001")).toBe("Zeile 1: Die Länge am Anfang der Zeile stimmt nicht.\n");
    expect(await reasonOf("gross.gdt")).toBe("Die Datei ist größer, als ein Satz sein kann.\n");
    expect(await reasonOf("ohne-nummer.gdt")).toBe("Ein Pflichtfeld fehlt.\n");
    for (const name of names) expect(await reasonOf(name)).not.toMatch(/Petra|Muster|1970|23125/);
    expect((await patientsOf(server, token)).map(({ nummer }) => nummer)).toEqual(["2"]);
    expect(await readFile(join(path, "fehlerhaft", "kurz.gdt"))).toEqual(record.subarray(0, -20));
  });

  it("does not read a file before it is complete", async () => {
    const record = encodeGdtPatient(petra, "cp437");
    await writeRecord("halb.gdt", record.subarray(0, 60));
    const patients = await openFolder({ settleMs: 600_000, rescanMs: 50 });
    await putPatient("ganz.gdt", paul);
    await vi.waitFor(() => expect(patients.map(({ number }) => number)).toEqual(["2"]), longTime);
    expect(await filesOf(".")).toEqual(["fehlerhaft", "halb.gdt", "verarbeitet"]);
    expect(await filesOf("fehlerhaft")).toEqual([]);
    await appendFile(join(path, "halb.gdt"), record.subarray(60));
    await vi.waitFor(() => expect(patients.map(({ number }) => number)).toEqual(["2", "1"]), longTime);
    expect(await filesOf("verarbeitet")).toEqual(["ganz.gdt", "halb.gdt"]);
  });

  it("is read at once when a file arrives", async () => {
    const patients = await openFolder({ rescanMs: 600_000 });
    await putPatient("eins.gdt", petra);
    await vi.waitFor(() => expect(patients).toHaveLength(1), longTime);
  });

  it("is read again for changes that the system did not report", async () => {
    const patients = await openFolder({ isWatched: false, rescanMs: 20 });
    await putPatient("eins.gdt", petra);
    await vi.waitFor(() => expect(patients).toHaveLength(1), longTime);
  });

  it("is created when it is missing, and is read again after it was removed and recreated", async () => {
    await rm(path, { recursive: true });
    const patients = await openFolder({ rescanMs: 20 });
    expect(await filesOf(".")).toEqual(["fehlerhaft", "verarbeitet"]);
    await rm(path, { recursive: true });
    await mkdir(path);
    await putPatient("eins.gdt", petra);
    await vi.waitFor(() => expect(patients).toHaveLength(1), longTime);
    expect(await filesOf("verarbeitet")).toEqual(["eins.gdt"]);
  });

  it("ignores other files", async () => {
    await writeRecord("liesmich.txt", "Petra Musterpatientin");
    await writeRecord("eins.gdt.tmp", encodeGdtPatient(petra, "cp437"));
    await putPatient("zwei.GDT", paul);
    expect((await openFolder()).map(({ number }) => number)).toEqual(["2"]);
    expect(await filesOf(".")).toEqual(["eins.gdt.tmp", "fehlerhaft", "liesmich.txt", "verarbeitet"]);
  });
});
