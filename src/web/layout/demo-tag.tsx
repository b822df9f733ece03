import { consoleConfig } from "#web/wire/console-config.ts";
import { useHasPage } from "#web/ui/page-index.ts";
import { PageLink } from "#web/ui/page-link.tsx";

const SANDBOX = "/sandbox";
const MEANING = "Демонстрационный режим: деньги и документы ненастоящие";

export function DemoTag() {
  const hasPage = useHasPage();
  if (!consoleConfig().sandbox) return null;
  return hasPage(SANDBOX) ? (
    <PageLink
      className="demo-tag"
      to={SANDBOX}
      title={MEANING}
      aria-label={`${MEANING}. Открыть песочницу`}
    >
      Демо
    </PageLink>
  ) : (
    <span className="demo-tag" title={MEANING}>
      Демо
    </span>
  );
}
