import type { TemplateKey } from "@praxisportal/contract/staff/staff.rules";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type OnboardingTemplate, templatesQuery } from "../board/board.api.ts";

interface TemplateOptions {
  organizationId: string;
  /** The template that is initially selected. */
  initial: TemplateKey | null;
  /** True if the step with the field is shown. */
  isShown: boolean;
  /** Called at once with the selected template, `null` for none. */
  onSelect: (key: TemplateKey | null) => void;
  /** Called with the selected template as soon as the templates have loaded. */
  onLoad: (template: OnboardingTemplate) => void;
}

/** Returns a function that selects a template. It may be called before the templates have loaded. */
export function useTemplate({ organizationId, initial, isShown, onSelect, onLoad }: TemplateOptions) {
  const templates = useQuery(templatesQuery(organizationId)).data;
  const firstRef = useRef(initial);
  const pendingRef = useRef<TemplateKey | null>(null);
  const select = (key: TemplateKey | null) => {
    firstRef.current = null;
    pendingRef.current = key;
    onSelect(key);
  };
  useEffect(() => {
    if (!isShown) return;
    if (firstRef.current !== null) select(firstRef.current);
    const template = templates?.find(({ key }) => key === pendingRef.current);
    if (template === undefined) return;
    pendingRef.current = null;
    onLoad(template);
  });
  return select;
}
