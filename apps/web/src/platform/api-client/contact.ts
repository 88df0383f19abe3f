import { createEmitter } from "./emitter.ts";

/** Emits after each call whether the server responded. An aborted call emits nothing. */
export const serverContact = createEmitter<boolean>();
