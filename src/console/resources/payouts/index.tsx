import { WalletOutlined } from "@ant-design/icons";
import { payoutEndpoints } from "#contract/payouts/payout-endpoints.ts";
import type { NounModule } from "#console/providers/module.ts";

const INCOME = "/profile/workman/income";

/** Payments to a worker, as he sees them. */
export const payoutsModule: NounModule = {
  routes: [{ path: INCOME, access: "workman", crumb: "Доход", screen: () => import("./payout-list.tsx") }],
  menu: [{ to: INCOME, label: "Доход", section: "Деньги", access: "workman", icon: WalletOutlined, isMain: true }],
  resources: [{ name: "payouts", label: "Доход", base: "open", endpoints: { getList: payoutEndpoints.list, getOne: payoutEndpoints.get }, paths: { list: INCOME }, access: { list: "workman" } }],
};
