import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";
import { departmentSchema as departmentNameSchema } from "../users/users.schema.ts";

/** A department with the number of people who belong to it and were not removed. */
export const departmentSchema = z.strictObject({
  id: uuidSchema,
  _id: uuidSchema,
  name: z.string(),
  memberCount: z.int(),
});
export type Department = z.output<typeof departmentSchema>;

/** All departments of a practice by name, and how many people belong to none. */
export const departmentListSchema = z.strictObject({
  data: z.array(departmentSchema),
  withoutDepartment: z.int(),
});

export const nameDepartmentSchema = z.strictObject({ name: departmentNameSchema });

/** Which department takes the people over. */
export const mergeDepartmentSchema = z.strictObject({ into: uuidSchema });
