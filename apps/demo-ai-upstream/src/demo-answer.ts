import { createHash } from "node:crypto";
import { tokensOf } from "./demo-tokens.ts";

const notice = "Demonstration – keine echte KI.";

const sentences = [
  "Dieser Text ist ein fester Baustein und wurde nicht zu Ihrer Frage verfasst.",
  "An dieser Stelle stünde die Antwort eines Sprachmodells, etwa der Entwurf eines Briefes.",
  "Bitte prüfen Sie jede Antwort einer KI, bevor Sie sie verwenden.",
  "Das Portal zeigt Ihnen zu jeder Antwort, was sie gekostet hat.",
  "Fragen und Antworten werden weder gespeichert noch protokolliert.",
  "Ihre Praxis legt fest, welche Anbieter freigegeben sind und wie hoch das Kontingent ist.",
  "Umlaute wie in Größe, Übelkeit und Ödeme kommen unverändert an, ebenso Zeichen wie 37,5 °C und ½.",
  "Ein Verbindungsabbruch beendet auch die Anfrage beim Anbieter.",
  "Die Terminvergabe am Empfang läuft davon unabhängig weiter.",
  "Ein Rezept, eine Überweisung oder eine Krankschreibung entsteht hier nicht.",
];

/**
 * Returns the tokens of an answer, which depends only on the prompt: whole sentences with at least 40 to 160 tokens in
 * total, or exactly `tokenCount` tokens. The answer never contains the prompt.
 */
export function answerTokens(prompt: string, tokenCount: number | undefined): string[] {
  const seed = createHash("sha256").update(prompt).digest();
  const length = tokenCount ?? 40 + (seed.readUInt16BE(0) % 121);
  const tokens = tokensOf(notice);
  const usedSentences = new Set<number>();
  for (let index = 0; tokens.length < length; index += 1) {
    if (usedSentences.size === sentences.length) usedSentences.clear();
    let choice = (seed[(index % 30) + 2] ?? 0) % sentences.length;
    // Repeats no sentence before all the others have been used.
    while (usedSentences.has(choice)) choice = (choice + 1) % sentences.length;
    usedSentences.add(choice);
    tokens.push(...tokensOf(` ${sentences[choice]}`));
  }
  return tokens.slice(0, tokenCount);
}

/** Groups tokens into the chunks that are streamed, one to three tokens each. */
export function chunksOf(tokens: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let index = 0; index < tokens.length; index += chunks.at(-1)?.length ?? 1) {
    chunks.push(tokens.slice(index, index + 1 + (chunks.length % 3)));
  }
  return chunks;
}

/** Returns a made-up transcript for a recording of this length: whole sentences, at least two words per second. */
export function transcriptOf(seconds: number): string {
  const availableSentences = [
    notice,
    `Die Aufnahme dauert ${seconds} Sekunden.`,
    "Ihr Inhalt wird nicht ausgewertet.",
    ...sentences,
  ];
  let text = "";
  for (const sentence of availableSentences) {
    if (text.split(" ").length >= Math.max(9, seconds * 2)) break;
    text = text === "" ? sentence : `${text} ${sentence}`;
  }
  return text;
}
