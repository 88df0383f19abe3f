const marks = /(?!\u0308)\p{M}/gu;

/**
 * One way of writing for the many of a name: Tilmann and Tillman, Cathrin and Katrin, Swenja and Svenja, Sybille and
 * Sibylle, Agnès and Agnes. Takes and gives lower case.
 */
export function spellingKey(name: string): string {
  return name
    .normalize("NFD")
    .replace(marks, "")
    .normalize("NFC")
    .replace(/ß/g, "ss")
    .replace(/ı/g, "i")
    .replace(/th|dt(?=$)/g, "t")
    .replace(/ph/g, "f")
    .replace(/c(?!h)/g, "k")
    .replace(/y/g, "i")
    .replace(/w/g, "v")
    .replace(/([^aeiouäöü])\1+/g, "$1");
}
