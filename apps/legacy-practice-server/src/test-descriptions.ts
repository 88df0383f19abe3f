/** The laboratory tests of this server. The ranges are invented and are not medical advice. */
export const testDescriptions = [
  describeTest("leu", "LEU", "Leukozyten", "EDTA-Blut", "/nl", "4,0–10,0"),
  describeTest("ery", "ERY", "Erythrozyten", "EDTA-Blut", "/pl", "4,0–5,9"),
  describeTest("hb", "HB", "Hämoglobin", "EDTA-Blut", "g/dl", "12,0–17,5"),
  describeTest("thr", "THR", "Thrombozyten", "EDTA-Blut", "/nl", "150–400"),
  describeTest("glu", "GLU", "Glukose nüchtern", "NaF-Blut", "mg/dl", "70–100", "Nüchtern abnehmen."),
  describeTest("hba1c", "HBA1C", "HbA1c", "EDTA-Blut", "%", "4,0–6,0"),
  describeTest("krea", "KREA", "Kreatinin", "Serum", "mg/dl", "0,5–1,2"),
  describeTest("crp", "CRP", "C-reaktives Protein", "Serum", "mg/l", "< 5,0"),
  describeTest("tsh", "TSH", "Thyreotropin", "Serum", "mU/l", "0,4–4,0"),
  describeTest("chol", "CHOL", "Cholesterin gesamt", "Serum", "mg/dl", "< 200", "Nüchtern abnehmen."),
  describeTest("ust", "UST", "Urinstreifentest", "Urin", null, "negativ", "Mittelstrahlurin verwenden."),
  describeTest("inr", "INR", "Quick und INR", "Citrat-Blut", null, "0,9–1,2", "Röhrchen ganz füllen."),
];

function describeTest(
  id: string,
  code: string,
  name: string,
  material: string,
  unit: string | null,
  range: string,
  note: string | null = null,
) {
  return {
    id: `test-${id}`,
    kuerzel: code,
    bezeichnung: name,
    material,
    einheit: unit,
    normbereich: range,
    hinweis: note,
  };
}
