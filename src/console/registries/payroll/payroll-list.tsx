import { lazy } from "react";
import { RegistryList } from "../registry-list-view.tsx";
import { PAYROLL } from "./payroll-kind.ts";

const FilledTemplateDrawer = lazy(async () => ({
  default: (await import("./filled-template-drawer.tsx")).FilledTemplateDrawer,
}));

export default function PayrollList() {
  return <RegistryList kind={PAYROLL} FilledTemplate={FilledTemplateDrawer} />;
}
