import common from "../../platform/i18n/common.it.json";
import frame from "./frame.it.json";

/** Texts that every page needs, in one file. */
export const texts = { common, frame };
