import { Alert, Button } from "antd";
import { auditLogEndpoints } from "#contract/audit-log/audit-log-endpoints.ts";
import { countOf } from "#contract/values/plural.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { DateText } from "#console/kit/date-text.tsx";

export function ChainCheck() {
  const { data, error, isFetching, reload } = useRead(
    auditLogEndpoints.verification,
    {},
    { silent: true, staleTimeMs: 0 },
  );
  const again = (
    <Button size="small" loading={isFetching} onClick={reload}>
      Проверить ещё раз
    </Button>
  );
  const style = { marginBottom: 12 };
  if (error)
    return (
      <Alert
        style={style}
        type="error"
        role="alert"
        showIcon
        message={error.message}
        action={again}
      />
    );
  if (!data)
    return (
      <Alert style={style} type="info" role="status" showIcon message="Проверяем записи журнала" />
    );
  if (data.brokenID !== null) {
    return (
      <Alert
        style={style}
        type="error"
        role="alert"
        showIcon
        message={`Цепочка нарушена на записи № ${data.brokenID}`}
        description="Запись изменили или удалили в обход платформы. Напишите в поддержку и сохраните выгрузку журнала"
        action={again}
      />
    );
  }
  return (
    <Alert
      style={style}
      type="success"
      role="status"
      showIcon
      message={`Журнал цел: ${countOf(data.recordsCount, ["запись", "записи", "записей"])}, ни одна не изменена и не удалена`}
      description={
        <>
          Проверено <DateText value={data.checkedAt} />
        </>
      }
      action={again}
    />
  );
}
