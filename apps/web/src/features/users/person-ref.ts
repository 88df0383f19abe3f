import type { User } from "./people.api.ts";

/** Undoes the change. @throws ApiError if that is no longer possible. */
export type Undo = () => Promise<unknown>;

/** Shows a success message that offers to undo the change, or links to the person with the user id. */
export type Notify = (message: string, userId?: string, undo?: Undo) => void;

export type PersonRef = Pick<User, "id" | "personalInfo">;
