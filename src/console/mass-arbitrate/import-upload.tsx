import { useGo } from "@refinedev/core";
import { Button, Flex } from "antd";
import { useState } from "react";
import { REGISTRY_FILE_BYTES } from "#contract/kernel/uploads.ts";
import { massArbitrateEndpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { FileDrop } from "#console/kit/file-drop.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { errorText } from "#web/wire/http-error.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { EXPORTS_PATH, IMPORTS } from "./mass-arbitrate-labels.ts";

const ENDINGS = [".xlsx", ".csv", ".txt"] as const;

export default function ImportUpload() {
  const go = useGo();
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const [error, setError] = useState<string | null>(null);
  const { run, isRunning } = useCommand(massArbitrateEndpoints.importUpload, {
    onRefused: (refused) => setError(errorText(refused)),
  });
  const send = async () => {
    if (!file) return;
    setError(null);
    setShare(0);
    const uploaded = await run({ files: { file } }, setShare);
    if (uploaded) void go({ to: { resource: IMPORTS, action: "show", id: uploaded.id } });
  };
  return (
    <>
      <TitleBar title="Загрузка изменений выплат" />
      <SectionCard title="Новые суммы">
        <p>
          Загрузите <PageLink to={EXPORTS_PATH}>выгрузку</PageLink> с заполненными столбцами «Новая
          сумма» и «Причина». Столбцы «ID отклика» и «Версия» не меняйте. Сначала вы увидите, что
          изменится: без вашего подтверждения исполнителям ничего не уйдёт
        </p>
        <FileDrop
          label="Файл с новыми суммами"
          endings={ENDINGS}
          maxBytes={REGISTRY_FILE_BYTES}
          file={file}
          sentShare={isRunning ? share : null}
          errors={error ? [error] : []}
          onFile={(one) => (setFile(one), setError(null))}
        />
        <Flex gap="small" style={{ marginTop: 16 }}>
          <Button type="primary" disabled={!file} loading={isRunning} onClick={() => void send()}>
            Загрузить и проверить
          </Button>
          <Button
            disabled={isRunning}
            onClick={() => void go({ to: { resource: IMPORTS, action: "list" } })}
          >
            Отмена
          </Button>
        </Flex>
      </SectionCard>
    </>
  );
}
