import { createEmitter } from "./emitter.ts";

/** Whether the server answered a call: false if there was no response. A call that was aborted says nothing. */
export const serverContact = createEmitter<boolean>();
