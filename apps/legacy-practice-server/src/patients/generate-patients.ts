import type { Patient } from "./patient.ts";

type Person = Pick<Patient, "firstName" | "lastName" | "sex">;

const people: readonly [Person, ...Person[]] = [
  { firstName: "Petra", lastName: "Musterpatientin", sex: "female" },
  { firstName: "Paul", lastName: "Musterpatient", sex: "male" },
  { firstName: "Erika", lastName: "Musterfrau", sex: "female" },
  { firstName: "Max", lastName: "Mustermann", sex: "male" },
  { firstName: "Käthe", lastName: "Muster-Größe", sex: "female" },
  { firstName: "Jörg", lastName: "Muster-Übel", sex: "male" },
  { firstName: "Kim", lastName: "Musterperson", sex: "diverse" },
  { firstName: "Änne", lastName: "Musterkind", sex: "female" },
  { firstName: "Björn", lastName: "Musterstein", sex: "male" },
  { firstName: "Zoë", lastName: "Musterbach", sex: "female" },
  { firstName: "Uwe", lastName: "Muster-Öhler", sex: "male" },
];

const insurances = ["Musterkasse Nord", "Musterkasse Süd", "Musterprivat", "Selbstzahler (Muster)"] as const;

const firstNumber = 100_001;
/** The numbers +49 30 23125000 to 23125999 are reserved for fiction. */
const fictionalNumbers = 1_000;
const dayMs = 86_400_000;
const earliestBirth = Date.UTC(1930, 0, 1);
const birthDays = 34_000;
const latestVisit = Date.UTC(2026, 0, 30);
const visitDays = 700;
/** Every ninth patient has not visited the practice yet. */
const unseenInterval = 9;

/** Returns invented patients. The same count gives the same patients. */
export function generatePatients(count: number): Patient[] {
  return Array.from({ length: count }, (_, index) => generatePatient(index));
}

function generatePatient(index: number): Patient {
  const { firstName, lastName, sex } = pick(people, index);
  const number = String(firstNumber + index);
  return {
    id: `pat-${number}`,
    number,
    lastName,
    firstName,
    birthDate: day(earliestBirth + ((index * 7_919) % birthDays) * dayMs),
    sex,
    insurance: pick(insurances, index),
    phone: `+49 30 23125${String(index % fictionalNumbers).padStart(3, "0")}`,
    street: `Musterstraße ${(index % 199) + 1}`,
    postalCode: "00000",
    city: "Musterstadt",
    lastVisit: index % unseenInterval === 8 ? null : day(latestVisit - ((index * 37) % visitDays) * dayMs),
    insuranceNumber: `MUSTER-${number}`,
    diagnoses: [`Z00.0 Musterdiagnose ${number}`],
    notes: `Erfundene Musternotiz ${number}`,
  };
}

function pick<Value>(values: readonly [Value, ...Value[]], index: number): Value {
  return values[index % values.length] ?? values[0];
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
