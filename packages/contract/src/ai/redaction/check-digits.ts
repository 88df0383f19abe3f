/** Returns the Luhn sum with weights 1 and 2 from the left. */
function alternatingSum(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) {
    const product = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += product > 9 ? product - 9 : product;
  }
  return sum;
}

/**
 * Returns whether the text is a German health insurance number: a letter, eight digits and a check digit. The letter
 * counts as its position in the alphabet.
 */
export function isInsuredNumber(compact: string): boolean {
  if (!/^[A-Z]\d{9}$/.test(compact)) return false;
  const letter = String(compact.charCodeAt(0) - 64).padStart(2, "0");
  return alternatingSum(letter + compact.slice(1, 9)) % 10 === Number(compact[9]);
}

/** Returns whether the text is a Swiss AHV number: 13 digits starting with 756, check digit as in EAN-13. */
export function isAhvNumber(digits: string): boolean {
  if (!/^756\d{10}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of Array.from(digits.slice(0, 12)).entries())
    sum += Number(digit) * (index % 2 === 0 ? 1 : 3);
  return (10 - (sum % 10)) % 10 === Number(digits[12]);
}

const socialWeights = [3, 7, 9, 0, 5, 8, 4, 2, 1, 6];

/**
 * Returns whether the text is an Austrian social security number: three digits, check digit, date of birth. Months up
 * to 15 are used for days whose numbers are used up.
 */
export function isSocialNumber(digits: string): boolean {
  if (!hasSocialShape(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (socialWeights[index] ?? 0),
    0,
  );
  return sum % 11 === Number(digits[3]);
}

/** Returns whether the text has ten digits whose last six can be a date. */
export function hasSocialShape(digits: string): boolean {
  return /^[1-9]\d{3}(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-5])\d{2}$/.test(digits);
}

/** Returns whether an IBAN without spaces, of up to 34 characters, passes the ISO 7064 check (mod 97). */
export function isIban(compact: string): boolean {
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
