import { DownOutlined } from "@ant-design/icons";
import { Dropdown } from "antd";
import type { MyInfo } from "#contract/auth/session.ts";
import { CompanyFace } from "#web/layout/header-faces.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { COMPANY_MENU, useCompanyItems } from "./use-company-items.tsx";

export function CompanySwitch({ me }: { readonly me: MyInfo }) {
  const items = [
    ...useCompanyItems(me),
    { type: "divider" as const },
    { key: "new", label: <PageLink to="/profile?new-company">Добавить компанию</PageLink> },
  ];
  return (
    <Dropdown
      trigger={["click"]}
      overlayStyle={COMPANY_MENU}
      menu={{ items, selectedKeys: [`account-${me.currentAccountID}`] }}
    >
      <button
        type="button"
        className="company-switch"
        aria-haspopup="menu"
        title="Сменить компанию"
      >
        <CompanyFace me={me} />
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
}
