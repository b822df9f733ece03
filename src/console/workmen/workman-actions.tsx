import { useCan } from "@refinedev/core";
import { Button, Flex, Typography } from "antd";
import { employeeEndpoints } from "#contract/employees/employee-endpoints.ts";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import { useModal } from "#web/modals/use-modal.ts";
import { right } from "#console/refine/access-control-provider.ts";
import { useCommand } from "#console/calls/use-command.ts";
import { useRead } from "#console/calls/use-endpoint.ts";
import { blacklistAddWindow } from "#console/blacklist/index.tsx";
import { complaintWindow } from "#console/complaints/index.tsx";
import { PageLink } from "#web/ui/page-link.tsx";

export default function WorkmanActions({ workmanId }: { readonly workmanId: number }) {
  const { data: workman, reload } = useRead(
    workmanEndpoints.info,
    { query: { workmanID: workmanId } },
    { silent: true },
  );
  const { open, show } = useModal();
  const canReview = useCan(right("reviews.manage")).data?.can;
  const { run: addToEmployees, isRunning } = useCommand(employeeEndpoints.invite, {
    done: "Исполнитель в избранных: он подтвердит, что готов работать с вами",
  });
  if (!workman) return null;
  const { permissions: may, employeeID, name } = workman;
  return (
    <Flex gap="small" wrap align="center" style={{ marginTop: 12 }}>
      {may.createInvite ? (
        <Button
          type="primary"
          onClick={() => open("invite-create", { workmen: [{ id: workmanId, name }] })}
        >
          Пригласить в задание
        </Button>
      ) : null}
      {may.addToEmployees ? (
        <Button
          loading={isRunning}
          onClick={() => void addToEmployees({ body: { workmanID: workmanId } }).then(reload)}
        >
          Добавить в избранные
        </Button>
      ) : null}
      {canReview ? (
        <Button onClick={() => open("review", { workmanId })}>Оставить отзыв</Button>
      ) : null}
      {may.blacklist ? (
        <Button danger onClick={() => show(blacklistAddWindow({ id: workmanId, name }))}>
          В чёрный список
        </Button>
      ) : null}
      <Button
        onClick={() =>
          show(
            complaintWindow({
              subjectType: "workman",
              subjectId: workmanId,
              subject: `Исполнитель ${name}`,
            }),
          )
        }
      >
        Пожаловаться
      </Button>
      {employeeID === null ? null : (
        <Typography.Text type="secondary">
          Среди избранных исполнителей:{" "}
          <PageLink to={`/profile/employees?open=${employeeID}`}>карточка</PageLink>
        </Typography.Text>
      )}
    </Flex>
  );
}
