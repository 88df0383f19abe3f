import { knownPeople } from "@praxisportal/contract/ai/redaction/known-people";

/** The invented directory of the golden set. Many of its surnames are words, eponyms or names with accents. */
const people = [
  ["Miriam", "Klein"],
  ["Jochen", "Lang"],
  ["Sabine", "Koch"],
  ["Lukas", "Winter"],
  ["Petra", "Sommer"],
  ["Ole", "Kurz"],
  ["Nadja", "Stark"],
  ["Thilo", "Berg"],
  ["Ines", "Vogt"],
  ["Cem", "Yıldırım"],
  ["Aylin", "Öztürk"],
  ["Henrike", "von Tessen-Wolk"],
  ["Jürgen", "Groß"],
  ["Bärbel", "Süß"],
  ["Noémie", "Delacroix-Favre"],
  ["Giulia", "Bianchi-Rota"],
  ["Siân", "Thornley"],
  ["Wojciech", "Brzęczyk"],
  ["Hannelore", "Pfennigschmidt"],
  ["Ruth", "Schwarz"],
  ["Valentin", "Fuß"],
  ["Judith", "Herz"],
  ["Udo", "Basedow"],
  ["Marc", "O'Leary"],
  ["Tom", "Weiß"],
] as const;

export const goldenDirectory = knownPeople({
  firstNames: people.map(([firstName]) => firstName),
  lastNames: people.map(([, lastName]) => lastName),
});
