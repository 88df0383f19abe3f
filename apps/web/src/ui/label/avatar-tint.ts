/** The tints in a fixed order. A person's index must not change between releases. */
export const avatarTints = ["teal", "blue", "plum", "sand", "moss", "clay", "iris", "slate"] as const;

export type AvatarTint = (typeof avatarTints)[number];

/** Returns a person's tint: FNV-1a of the id modulo 8, the same in every organization and on every device. */
export function avatarTint(id: string): AvatarTint {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return avatarTints[(hash >>> 0) % avatarTints.length] ?? "slate";
}
