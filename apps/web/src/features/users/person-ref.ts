import type { User } from "./people.api.ts";

export type PersonRef = Pick<User, "id" | "personalInfo">;
