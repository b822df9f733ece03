import { Flex, Select, Tabs } from "antd";
import { useSearchParams } from "react-router";
import { useIsPhone } from "#console/kit/use-is-phone.ts";
import { SandboxBank } from "./sandbox-bank.tsx";
import { SandboxClock } from "./sandbox-clock.tsx";
import { SandboxMessages } from "./sandbox-messages.tsx";
import { SandboxModeration } from "./sandbox-moderation.tsx";
import { SandboxMoney } from "./sandbox-money.tsx";
import { SandboxNotices } from "./sandbox-notices.tsx";
import { SandboxPeople } from "./sandbox-people.tsx";
import { SandboxTaxService } from "./sandbox-tax-service.tsx";

const TABS = [
  { key: "people", label: "Люди и коды", children: <SandboxPeople /> },
  { key: "money", label: "Деньги", children: <SandboxMoney /> },
  { key: "bank", label: "Банк", children: <SandboxBank /> },
  { key: "tax", label: "ФНС и «Мой налог»", children: <SandboxTaxService /> },
  { key: "moderation", label: "Модератор", children: <SandboxModeration /> },
  { key: "messages", label: "СМС и почта", children: <SandboxMessages /> },
  { key: "notices", label: "Уведомления", children: <SandboxNotices /> },
];

/** A select on a phone, where tabs would hide behind «…». */
export default function SandboxTools() {
  const [query, setQuery] = useSearchParams();
  const isPhone = useIsPhone();
  const tab = TABS.find(({ key }) => key === query.get("tab")) ?? TABS[0];
  const open = (key: string) => setQuery({ tab: key });
  return (
    <Flex vertical gap="middle">
      <SandboxClock />
      {isPhone ? (
        <>
          <Select
            aria-label="Раздел песочницы"
            value={tab?.key}
            options={TABS.map(({ key, label }) => ({ value: key, label }))}
            onChange={open}
          />
          {tab?.children}
        </>
      ) : (
        <Tabs activeKey={tab?.key} items={TABS} destroyOnHidden onChange={open} />
      )}
    </Flex>
  );
}
