import de from "@praxisportal/contract/errors.de.json" with { type: "json" };
import en from "@praxisportal/contract/errors.en.json" with { type: "json" };
import fr from "@praxisportal/contract/errors.fr.json" with { type: "json" };
import it from "@praxisportal/contract/errors.it.json" with { type: "json" };

/** The error texts in all languages. */
export const errorTexts = { de, en, fr, it };
