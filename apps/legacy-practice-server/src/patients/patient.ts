/** A patient of the practice. Unknown values are null. */
export type Patient = {
  id: string;
  number: string;
  lastName: string;
  firstName: string;
  /** YYYY-MM-DD */
  birthDate: string;
  sex: "male" | "female" | "diverse" | null;
  insurance: string | null;
  phone: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  /** YYYY-MM-DD */
  lastVisit: string | null;
  insuranceNumber: string | null;
  diagnoses: readonly string[];
  notes: string | null;
};

const sexLetters = { male: "m", female: "w", diverse: "d" } as const;

/** Returns a patient as this server sends it, including fields that clients must not pass on. */
export function presentPatient(patient: Patient) {
  return {
    id: patient.id,
    nummer: patient.number,
    nachname: patient.lastName,
    vorname: patient.firstName,
    geburtsdatum: patient.birthDate,
    geschlecht: patient.sex === null ? null : sexLetters[patient.sex],
    versicherung: patient.insurance,
    telefon: patient.phone,
    strasse: patient.street,
    plz: patient.postalCode,
    ort: patient.city,
    letzterBesuch: patient.lastVisit,
    versichertennummer: patient.insuranceNumber,
    diagnosen: patient.diagnoses,
    notizen: patient.notes,
  };
}
