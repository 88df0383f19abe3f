import type { PersonUsageProps } from "../../features/usage/person/person-usage.tsx";
import { lazyCard } from "../../platform/loading/lazy-card.tsx";

// Downloaded when opened, because most visits do not need it.
const PersonUsage = lazyCard(
  async () => (await import("../../features/usage/person/person-usage.tsx")).PersonUsage,
  "usage",
  "quota",
);

const MemberInstructionCard = lazyCard(
  async () =>
    (await import("../../features/ai-instruction/member-instruction-card.tsx")).MemberInstructionCard,
  "ai-instruction",
);

/** Shows AI usage and AI instruction of one member, embedded in their page. */
export function UsageSection(props: PersonUsageProps) {
  const { organizationId, userId } = props;
  return (
    <div className="grid gap-4">
      <PersonUsage {...props} />
      <MemberInstructionCard {...{ organizationId, userId }} />
    </div>
  );
}
