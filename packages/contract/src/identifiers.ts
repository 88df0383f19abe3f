import * as z from "zod/mini";

/**
 * An RFC 9562 UUID of any version; upper case is accepted and converted to lower case, so that each id has one
 * spelling.
 */
export const uuidSchema = z.string().check(z.toLowerCase(), z.uuid());

/** Path parameters of a call about a single resource. */
export const idParams = z.strictObject({ id: uuidSchema });

const hexOctets = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, "0"));

/** Highest value of the counter within one millisecond, which uses the 12 bits of `rand_a`. */
const counterMax = 0xfff;

const idBytes = 16;
const dashPositions: readonly number[] = [4, 6, 8, 10];
/** Number of ids for which random bytes are fetched at once. A fetch costs as much as all other work for an id. */
const randomBatchSize = 64;

/**
 * Creates a generator of lower-case UUIDv7. Its ids are strictly ascending, even within one millisecond and
 * when the clock goes backwards (RFC 9562 section 6.2, method 1), so that primary keys keep the order of
 * creation. `nowMs` returns the Unix time in milliseconds.
 */
export function createUuidV7Generator(nowMs: () => number): () => string {
  let lastMs = 0;
  let counter = 0;
  const random = new Uint8Array(randomBatchSize * idBytes);
  let usedBytes = random.length;
  return () => {
    if (usedBytes === random.length) {
      crypto.getRandomValues(random);
      usedBytes = 0;
    }
    const bytes = random.subarray(usedBytes, (usedBytes += idBytes));
    const now = Math.floor(nowMs());
    if (now > lastMs) {
      lastMs = now;
      // Half the range, so that a burst has room before it must borrow from the next millisecond.
      counter = ((bytes[6] ?? 0) << 3) | ((bytes[7] ?? 0) & 0x07);
    } else if (counter < counterMax) {
      counter += 1;
    } else {
      lastMs += 1;
      counter = 0;
    }
    // 48 bits do not fit JavaScript's 32-bit shifts.
    const high = Math.floor(lastMs / 2 ** 32);
    bytes.set([high >>> 8, high, lastMs >>> 24, lastMs >>> 16, lastMs >>> 8, lastMs]);
    bytes[6] = 0x70 | (counter >>> 8);
    bytes[7] = counter;
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    let id = "";
    for (let index = 0; index < idBytes; index += 1) {
      if (dashPositions.includes(index)) id += "-";
      id += hexOctets[bytes[index] ?? 0];
    }
    return id;
  };
}

/** Returns a new UUIDv7. */
export const uuidV7: () => string = createUuidV7Generator(Date.now);
