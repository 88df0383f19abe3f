/** Returns the data of the practice, including a field that clients must not pass on. */
export function practiceInfo(praxisId: string) {
  return {
    id: praxisId,
    name: "Musterpraxis am Musterplatz",
    strasse: "Musterstraße 1",
    plz: "00000",
    ort: "Musterstadt",
    telefon: "+49 30 23125000",
    fax: "+49 30 23125001",
    email: "praxis@musterpraxis.example.org",
    oeffnungszeiten: [
      { tag: "Montag", von: "08:00", bis: "12:00" },
      { tag: "Montag", von: "15:00", bis: "18:00" },
      { tag: "Dienstag", von: "08:00", bis: "12:00" },
      { tag: "Mittwoch", von: "08:00", bis: "12:00" },
      { tag: "Donnerstag", von: "14:00", bis: "19:00" },
      { tag: "Freitag", von: "08:00", bis: "13:00" },
    ],
    lizenzschluessel: "MUSTER-LIZENZ-0000",
  };
}
