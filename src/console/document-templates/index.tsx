import { documentTemplateEndpoints } from "#contract/document-templates/document-template-endpoints.ts";
import type { NounModule } from "#console/noun-module.ts";

const LIST = "/profile/account/document-templates";

export const documentTemplatesModule: NounModule = {
  commands: [
    {
      label: "Загрузить шаблон документа",
      access: "document-templates.manage",
      run: { to: "/profile/account/document-templates/upload" },
    },
  ],
  resources: [
    {
      name: "document-templates",
      label: "Шаблоны документов",
      base: "open",
      endpoints: { getList: documentTemplateEndpoints.list },
      paths: { list: LIST },
      access: { list: "document-templates.view", create: "document-templates.manage" },
    },
  ],
};
