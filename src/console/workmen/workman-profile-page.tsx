import { SMZ_STATE } from "#contract/workman-taxes/smz-states.ts";
import { Alert, Descriptions, Flex, Skeleton } from "antd";
import { Suspense } from "react";
import { workmanEndpoints } from "#contract/workmen/workman-endpoints.ts";
import type { MyWorkmanInfo } from "#contract/workmen/workman.ts";
import { WORKMAN_STATE } from "#contract/workmen/workman-states.ts";
import { formatRubles } from "#web/format/money.ts";
import { StateText } from "#console/kit/columns.tsx";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useRead } from "#console/calls/use-endpoint.ts";
import { OwnEmployments } from "#console/employees/index.tsx";
import { SmzWarning } from "#console/workman-taxes/index.tsx";
import { DateText } from "#console/kit/date-text.tsx";
import { FailedPart } from "#console/kit/failed-part.tsx";
import { PersonPicture } from "#web/ui/person-picture.tsx";
import { PageLink } from "#web/ui/page-link.tsx";
import { PhoneText } from "#console/kit/phone-text.tsx";
import { CitizenshipChange } from "./citizenship-change.tsx";
import { WorkmanNextStep } from "./workman-next-step.tsx";
import WorkmanNextSteps from "./workman-next-steps.tsx";

/** A worker's own profile: states, next steps, services, public view. Source: specification §4. */
export default function WorkmanProfilePage() {
  const { data: me, error, reload } = useRead(workmanEndpoints.myInfo, {}, { silent: true });
  return (
    <>
      <TitleBar title="Профиль исполнителя">
        {me?.state.id === "ACTIVE" ? (
          <PageLink to={`/workmans/${me.id}`}>Как вас видят заказчики</PageLink>
        ) : null}
      </TitleBar>
      {error ? (
        <FailedPart message={error.message} onRetry={reload} />
      ) : me ? (
        <Profile me={me} />
      ) : (
        <Skeleton active />
      )}
    </>
  );
}

function Profile({ me }: { readonly me: MyWorkmanInfo }) {
  return (
    <>
      <Suspense>
        <SmzWarning me={me} />
      </Suspense>
      <WorkmanNextStep state={me.state} />
      <WorkmanNextSteps />
      {me.rejectReason || me.rejectComment ? (
        <Alert
          type="error"
          showIcon
          message={[me.rejectReason?.title, me.rejectComment].filter(Boolean).join(". ")}
          style={{ marginBottom: 12 }}
        />
      ) : null}
      {me.answerObstacle && me.state.id === "ACTIVE" ? (
        <Alert type="warning" showIcon message={me.answerObstacle} style={{ marginBottom: 12 }} />
      ) : null}
      <SectionCard title={me.name} extra={<PageLink to="/profile/editprofile">Изменить</PageLink>}>
        <Flex gap="small" align="center" style={{ marginBottom: 12 }}>
          {me.picture ? (
            <PersonPicture picture={me.picture} sizePx={80} />
          ) : (
            <PageLink to="/profile/editprofile">Добавить фотографию</PageLink>
          )}
        </Flex>
        <Descriptions
          size="small"
          column={{ xs: 1, lg: 2 }}
          items={[
            {
              key: "state",
              label: "Профиль",
              children: (
                <StateText title={me.state.title} tone={WORKMAN_STATE.tones[me.state.id]} />
              ),
            },
            {
              key: "tax",
              label: "Налоговый статус",
              children: (
                <StateText title={me.smzState.title} tone={SMZ_STATE.tones[me.smzState.id]} />
              ),
            },
            { key: "type", label: "Кто вы", children: me.taxpayerType?.title ?? "не указано" },
            { key: "inn", label: "ИНН", children: me.inn ?? "не указан" },
            { key: "citizenship", label: "Гражданство", children: <Citizenship me={me} /> },
            {
              key: "birth",
              label: "Дата рождения",
              children: <DateText value={me.birthDate} isDay />,
            },
            { key: "phone", label: "Телефон", children: <PhoneText phone={me.phone} /> },
            { key: "email", label: "E-mail", children: me.email ?? "не указан" },
            { key: "city", label: "Город", children: me.city?.title ?? "не указан" },
          ]}
        />
      </SectionCard>
      <Suspense>
        <OwnEmployments />
      </Suspense>
      <SectionCard
        title="Услуги и цены"
        extra={<PageLink to="/profile/workman/services">Изменить</PageLink>}
      >
        {me.description ? <p style={{ whiteSpace: "pre-line" }}>{me.description}</p> : null}
        {me.services.length === 0 ? (
          <p className="muted">Услуги не выбраны: заказчики ищут исполнителей по ним</p>
        ) : (
          <ul>
            {me.services.map(({ id, title, priceFrom }) => (
              <li key={id}>
                {title}
                {priceFrom === null
                  ? ", цена по договорённости"
                  : `, от ${formatRubles(priceFrom)}`}
              </li>
            ))}
          </ul>
        )}
      </SectionCard>
    </>
  );
}

function Citizenship({ me: { citizenship, state } }: { readonly me: MyWorkmanInfo }) {
  return (
    <span>
      {citizenship?.title ?? "не указано"}{" "}
      {state.id === "ACTIVE" || state.id === "REJECTED" ? (
        <CitizenshipChange citizenship={citizenship?.id} />
      ) : null}
    </span>
  );
}
