import { Alert, Progress, Skeleton, Table } from "antd";
import { registryTone } from "#contract/registries/delayed-registry.ts";
import type { MassArbitrateImport } from "#contract/mass-arbitrate/mass-arbitrate.ts";
import { massArbitrateEndpoints as endpoints } from "#contract/mass-arbitrate/mass-arbitrate-endpoints.ts";
import { countOf, ROWS } from "#contract/values/plural.ts";
import { addRubles, formatRubles } from "#web/format/money.ts";
import { CommandButton } from "#console/kit/command-button.tsx";
import { ShowPage } from "#console/kit/show-page.tsx";
import { requestEndpoint } from "#console/calls/request-endpoint.ts";
import { useDownload, useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";
import { ErrorPage } from "#web/ui/error-page.tsx";
import { ImportItems } from "./import-items.tsx";
import { IMPORTS, ITEMS } from "./mass-arbitrate-labels.ts";
import { RecordForm } from "#console/kit/record-form.tsx";
import { CommentField, typedComment, type Commented } from "#console/kit/reason-field.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { useShow } from "@refinedev/core";
import { TopUpButton } from "#console/kit/top-up-button.tsx";
import type { ConsoleHttpError } from "#web/wire/http-error.ts";

const PROPOSALS = ["предложение", "предложения", "предложений"] as const;

export default function ImportShow() {
  const { result: one, query } = useShow<MassArbitrateImport, ConsoleHttpError>({
    resource: IMPORTS,
    errorNotification: false,
  });
  const { error } = query;
  const { show } = useModal();
  const download = useDownload(endpoints.importErrorsDownload);
  if (error && !one) return <ErrorPage status={error.statusCode} message={error.message} />;
  if (!one) return <Skeleton active />;
  const { id, permissions, state } = one;
  return (
    <ShowPage
      history={{ type: "mass-arbitrate-import", id, resource: IMPORTS }}
      title={`Изменение выплат № ${one.number}`}
      state={{ title: state.title, tone: registryTone(state.id, one.errorMessage) }}
      facts={factsOf(one)}
      primary={
        one.executedAt === null && state.id !== "CANCELED" && state.id !== "ERROR" ? (
          <CommandButton
            type="primary"
            reason={permissions.canExecute ? null : permissions.forbidden["canExecute"]}
            onClick={() => show(applyWindow(one))}
          >
            Применить
          </CommandButton>
        ) : null
      }
      commands={[
        ...(permissions.downloadErrors
          ? (["xlsx", "csv"] as const).map((format) => ({
              key: format,
              label: `Скачать ошибки, ${format.toUpperCase()}`,
              onClick: () => void download({ params: { id }, query: { format } }),
            }))
          : []),
        ...(permissions.cancel
          ? [
              {
                key: "cancel",
                label: "Отменить загрузку",
                isDangerous: true,
                onClick: () => show(cancelWindow(one)),
              },
            ]
          : []),
      ]}
    >
      <Notes one={one} />
      {one.rowsCount > 0 ? <ImportItems id={id} /> : null}
    </ShowPage>
  );
}

function applyWindow(one: MassArbitrateImport): ShownWindow {
  const { id, version } = one;
  return {
    title: "Применить изменения",
    content: (
      <RecordForm
        endpoint={endpoints.importApply}
        sentence={`${countOf(one.readyCount, PROPOSALS)} исполнителям: было ${formatRubles(one.amountBefore)}, станет ${formatRubles(one.amountAfter)}. Каждый ответит в течение 48 часов, без ответа выплата останется прежней. Деньги замораживаются, когда исполнитель согласится`}
        submitTitle="Применить"
        code={{
          send: () =>
            requestEndpoint(endpoints.sendApplyCode, {
              params: { id },
              body: { version },
            }),
        }}
        input={(_, otp) => ({ body: { importID: id, version, otp } })}
        done="Предложения отправляются исполнителям"
        alsoChanges={[IMPORTS, ITEMS]}
      />
    ),
  };
}

function cancelWindow({ id }: MassArbitrateImport): ShownWindow {
  return {
    title: "Отменить загрузку",
    content: (
      <RecordForm
        endpoint={endpoints.importCancel}
        sentence="Суммы останутся прежними, исполнителям ничего не уйдёт. Тот же файл можно будет загрузить снова"
        submitTitle="Отменить загрузку"
        backTitle="Оставить"
        input={({ comment }: Commented) => ({
          params: { id },
          body: comment ? { comment: typedComment(comment) } : {},
        })}
        done="Загрузка отменена"
        alsoChanges={[IMPORTS, ITEMS]}
        isDangerous
      >
        <CommentField />
      </RecordForm>
    ),
  };
}

function factsOf(one: MassArbitrateImport) {
  const money = (rubles: number) => <span className="num">{formatRubles(rubles)}</span>;
  const { answers } = one;
  return [
    { label: "Было", value: money(one.amountBefore) },
    { label: "Станет", value: money(one.amountAfter) },
    { label: "Разница", value: money(one.amountDelta) },
    { label: "Нужно с комиссией", value: money(one.moneyNeeded) },
    { label: "Вернётся с комиссией", value: money(one.moneyReleased) },
    ...(one.available === null ? [] : [{ label: "Доступно", value: money(one.available) }]),
    {
      label: "Строк",
      value: `${one.rowsCount}: готово ${one.readyCount}, пропущено ${one.skippedCount}, с ошибками ${one.errorsCount}`,
    },
    ...(one.doneCount + one.failedCount > 0
      ? [
          {
            label: "Ответы",
            value: `ждём ${answers.waiting}, согласны ${answers.accepted}, отказались ${answers.declined}, без ответа ${answers.expired}`,
          },
        ]
      : []),
    { label: "Файл", value: one.fileName ?? "—" },
    {
      label: "Загрузил",
      value: (
        <>
          {one.author?.name}, <DateText value={one.createdAt} />
        </>
      ),
    },
  ];
}

function Notes({ one }: { readonly one: MassArbitrateImport }) {
  const { state, errorsCount, warningsCount } = one;
  const isBusy = state.id === "UPLOADED" || state.id === "VALIDATING" || state.id === "EXECUTING";
  const { data: progress } = useRead(
    endpoints.importProgress,
    { params: { id: one.id } },
    { enabled: isBusy, silent: true },
  );
  const { data: causes } = useRead(
    endpoints.importErrors,
    { params: { id: one.id } },
    { enabled: !isBusy && errorsCount + warningsCount > 0, silent: true },
  );
  return (
    <>
      {isBusy && progress && !one.errorMessage ? (
        <Progress
          status="active"
          percent={progress.percent}
          format={() =>
            state.id === "EXECUTING"
              ? `${progress.processedCount} из ${progress.totalCount ?? 0}`
              : `проверено: ${countOf(progress.processedCount, ROWS)}`
          }
          aria-label={state.title}
        />
      ) : null}
      {one.errorMessage ? (
        <Alert
          type={state.id === "ERROR" ? "error" : "warning"}
          showIcon
          message={one.errorMessage}
        />
      ) : null}
      {one.available !== null && one.executedAt === null && one.moneyNeeded > one.available ? (
        <Alert
          type="warning"
          showIcon
          message={`Недостаточно средств: для увеличений нужно ${formatRubles(one.moneyNeeded)}, доступно ${formatRubles(one.available)}. Пополните баланс, чтобы применить`}
          action={<TopUpButton missing={addRubles([one.moneyNeeded, -one.available])} />}
        />
      ) : null}
      {one.warnings.length > 0 ? (
        <Alert type="info" showIcon message={one.warnings.join(". ")} />
      ) : null}
      {causes && causes.items.length > 0 ? (
        <Table
          size="small"
          pagination={false}
          style={{ marginBottom: 8 }}
          scroll={{ x: true }}
          rowKey={(cause) => `${cause.cause}:${cause.column}`}
          dataSource={[...causes.items]}
          columns={[
            {
              title: "Что не так",
              render: (_, cause) =>
                [cause.columnTitle && `«${cause.columnTitle}»`, cause.message]
                  .filter(Boolean)
                  .join(": "),
            },
            { title: "Строк", dataIndex: "count", align: "right" },
          ]}
        />
      ) : null}
    </>
  );
}
