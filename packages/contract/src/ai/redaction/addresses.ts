import type { Finding } from "./kinds.ts";
import { findPlaces, isAddressCue, type Place, placeAfter } from "./places.ts";
import type { Reading } from "./split-words.ts";
import { findStreets, type Street } from "./streets.ts";

const separator = /^(?:[ \u00a0]?[,;|·–-]?[ \u00a0]?|,?[ \u00a0]?\r?\n[ ]{0,4}| in |, in )$/;
const postbox = /Postfach[ \u00a0](?:\d{1,3}[ \u00a0]?){1,4}(?=[,\s])/gu;

/** Finds addresses: street and number with or without a place, places with a postal code, and places of residence. */
export function findAddresses(reading: Reading): Finding[] {
  const { text } = reading;
  const boxes = [...text.matchAll(postbox)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.trimEnd().length,
    isSure: true,
  }));
  const parts = [
    ...findStreets(reading).map((street) => extendByPlace(reading, street)),
    ...boxes.map((box) => ({ ...box, isStreet: true })),
    ...findPlaces(reading).map((place) => ({ ...place, isStreet: false })),
  ].toSorted((a, b) => a.start - b.start);
  return joinParts(text, parts).map(({ start, end }) => ({ start, end, kind: "address" }));
}

/** Extends a street, unless it is uncertain, by a place without a postal code that follows it. */
function extendByPlace(reading: Reading, street: Street): Part {
  const end = street.isSure ? placeAfter(reading, street.end) : undefined;
  return { ...street, end: end ?? street.end, isStreet: true };
}

type Part = (Street | Place) & { isStreet: boolean };

/** Joins a street and a place in either order. An uncertain part counts only next to the other part. */
function joinParts(text: string, parts: readonly Part[]): Part[] {
  const joinedParts: Part[] = [];
  for (const part of parts) {
    const lastPart = joinedParts.at(-1);
    const touches = lastPart !== undefined && part.start < lastPart.end;
    if (
      lastPart !== undefined &&
      !touches &&
      lastPart.isStreet !== part.isStreet &&
      separator.test(text.slice(lastPart.end, part.start))
    )
      joinedParts[joinedParts.length - 1] = {
        ...part,
        start: lastPart.start,
        isSure: true,
        isStreet: part.isStreet,
      };
    else if (!touches) joinedParts.push(part);
    else if (part.end > lastPart.end && part.isSure)
      joinedParts[joinedParts.length - 1] = { ...part, start: lastPart.start };
  }
  return joinedParts.filter(({ start, isSure }) => isSure || isAddressCue(text, start));
}
