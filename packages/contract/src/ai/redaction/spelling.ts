const marks = /(?!\u0308)\p{M}/gu;

/**
 * Maps spelling variants of a name to one key: Tilmann and Tillman, Cathrin and Katrin, Swenja and Svenja,
 * Sybille and Sibylle, Agnès and Agnes. Takes and returns lower case.
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
