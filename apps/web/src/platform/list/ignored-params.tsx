import { useTranslations } from "use-intl";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { type ListFilter, paramsOf } from "./list-column.ts";

/** Parameters of every list, by the text that names them. */
const texts = {
  search: "search",
  page: "page",
  cursor: "page",
  limit: "limit",
  sortBy: "sort",
  sortOrder: "sort",
} as const;

const isCommon = (param: string): param is keyof typeof texts => Object.hasOwn(texts, param);

interface IgnoredParamsProps {
  params: readonly string[];
  filters: readonly ListFilter[];
}

/** Names the invalid parts of the URL in the terms of the list. */
export function IgnoredParams({ params, filters }: IgnoredParamsProps) {
  const t = useTranslations("list");
  const messages = params.map((param) => {
    const filter = filters.find((candidate) => paramsOf(candidate).includes(param));
    if (filter !== undefined) return t("ignored", { field: filter.label });
    return isCommon(param) ? t("ignored", { field: t(`params.${texts[param]}`) }) : t("ignoredOther");
  });
  return [...new Set(messages)].map((message) => (
    <ErrorBox key={message} variant="warning">
      {message}
    </ErrorBox>
  ));
}
