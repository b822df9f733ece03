import { Button, Col, Descriptions, Row } from "antd";
import { Suspense } from "react";
import { authEndpoints } from "#contract/auth/auth-endpoints.ts";
import { SectionCard } from "#console/kit/section-card.tsx";
import { TitleBar } from "#console/kit/title-bar.tsx";
import { useModal } from "#web/modals/use-modal.ts";
import { OwnComplaints } from "#console/complaints/index.tsx";
import { signOut, useMe } from "#web/session/session.ts";
import { PageLink } from "#web/ui/page-link.tsx";
import { PhoneText } from "#console/kit/phone-text.tsx";
import { BecomeWorkman } from "./become-workman.tsx";
import { DeleteWorkman } from "./delete-workman.tsx";
import { NameForm } from "./name-form.tsx";
import { OwnRefusals } from "./own-refusals.tsx";
import { PictureForm } from "./picture-form.tsx";
import { RecordForm } from "#console/kit/record-form.tsx";
import type { ShownWindow } from "#web/modals/modal-store.ts";

/** Source: specification §2, `/profile/editprofile`. */
export default function OwnDataPage() {
  const me = useMe();
  const { open } = useModal();
  return (
    <>
      <TitleBar title="Профиль пользователя" />
      <Row gutter={[12, 12]}>
        <Col xs={24} lg={12}>
          <Row gutter={[12, 12]}>
            <Col span={24}>
              <SectionCard title="Имя и город">
                <NameForm me={me} />
              </SectionCard>
            </Col>
            <Col span={24}>
              <SectionCard title="Фотография">
                <PictureForm me={me} />
              </SectionCard>
            </Col>
          </Row>
        </Col>
        <Col xs={24} lg={12}>
          <Row gutter={[12, 12]}>
            <Col span={24}>
              <SectionCard
                title="Телефон и e-mail"
                extra={<PageLink to="/notifications/settings">Настройка уведомлений</PageLink>}
              >
                <Descriptions
                  size="small"
                  column={1}
                  items={[
                    {
                      key: "phone",
                      label: "Телефон для входа",
                      children: (
                        <Changeable
                          value={<PhoneText phone={me.phone} />}
                          label="Сменить телефон"
                          onChange={() => open("phone-change", {})}
                        />
                      ),
                    },
                    {
                      key: "email",
                      label: "E-mail для писем",
                      children: (
                        <Changeable
                          value={me.email ?? "не указан"}
                          label={me.email ? "Сменить e-mail" : "Указать e-mail"}
                          onChange={() => open("email-change", {})}
                        />
                      ),
                    },
                  ]}
                />
              </SectionCard>
            </Col>
            <Col span={24}>
              <SectionCard title="Сеансы">
                <SignOutEverywhere />
              </SectionCard>
            </Col>
            <OwnRefusals />
            <Suspense>
              <OwnComplaints />
            </Suspense>
            {me.isWorkman ? (
              <Col span={24}>
                <SectionCard title="Уйти с платформы">
                  <DeleteWorkman />
                </SectionCard>
              </Col>
            ) : (
              <Col span={24}>
                <SectionCard title="Исполнитель">
                  <BecomeWorkman />
                </SectionCard>
              </Col>
            )}
          </Row>
        </Col>
      </Row>
    </>
  );
}

function Changeable({
  value,
  label,
  onChange,
}: {
  readonly value: React.ReactNode;
  readonly label: string;
  readonly onChange: () => void;
}) {
  return (
    <span>
      {value}{" "}
      <Button type="link" size="small" onClick={onChange}>
        {label}
      </Button>
    </span>
  );
}

function SignOutEverywhere() {
  const { show } = useModal();
  return (
    <>
      <p>
        Если телефон или компьютер потерян, завершите все сеансы: везде придётся войти заново по
        коду из СМС.
      </p>
      <Button danger onClick={() => show(SIGN_OUT_EVERYWHERE)}>
        Выйти на всех устройствах
      </Button>
    </>
  );
}

const SIGN_OUT_EVERYWHERE: ShownWindow = {
  title: "Выйти на всех устройствах",
  content: (
    <RecordForm
      endpoint={authEndpoints.logoutEverywhere}
      sentence="Все сеансы закончатся, и этот тоже. Чтобы продолжить работу, войдите заново"
      submitTitle="Завершить все сеансы"
      backTitle="Остаться"
      isDangerous
      input={() => ({})}
      done="Все сеансы завершены"
      onDone={() => void signOut()}
    />
  ),
};
