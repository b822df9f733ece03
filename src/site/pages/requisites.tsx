import { PLATFORM_ADDRESS, PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";

const { fullName, remark, inn, kpp, ogrn } = PLATFORM_COMPANY;

export function Requisites() {
  return (
    <section aria-labelledby="requisites">
      <h2 id="requisites">Реквизиты</h2>
      <dl className="facts">
        <dt>Организация</dt>
        <dd>
          {fullName} ({remark})
        </dd>
        <dt>ИНН, КПП</dt>
        <dd>
          {inn}, {kpp}
        </dd>
        <dt>ОГРН</dt>
        <dd>{ogrn}</dd>
        <dt>Адрес</dt>
        <dd>{PLATFORM_ADDRESS}</dd>
      </dl>
    </section>
  );
}
