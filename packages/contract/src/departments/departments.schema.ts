import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { departmentNameSchema } from "../users/users.schema.ts";

/** A department with the number of its members, not counting removed ones. */
export const departmentSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  name: z.string(),
  memberCount: z.int(),
});
export type Department = z.output<typeof departmentSchema>;

/** All departments of an organization by name, and the number of members without a department. */
export const departmentListSchema = z.strictObject({
  data: z.array(departmentSchema),
  withoutDepartment: z.int(),
});

export const nameDepartmentSchema = z.strictObject({ name: departmentNameSchema });

/** The department that receives the members. */
export const mergeDepartmentSchema = z.strictObject({ into: uuidSchema });
