import { PageLink } from "#web/ui/page-link.tsx";
import { SiteCheck } from "#site/ui/site-check.tsx";
import { fieldId } from "./step-form.tsx";
import type { Registration } from "./use-registration.ts";

/** Separate, never preselected (152-ФЗ, ст. 9); URLs without a date lead to the current version. */
const CONSENTS = [
  {
    field: "acceptTerms",
    before: "Принимаю ",
    to: "/documents/terms-of-use",
    link: "пользовательское соглашение",
  },
  {
    field: "acceptDataPolicy",
    before: "Даю согласие на обработку персональных данных по ",
    to: "/documents/data-policy",
    link: "политике конфиденциальности",
  },
] as const;

export function Consents({ registration }: { readonly registration: Registration }) {
  const { values, problem, setValue } = registration;
  return (
    <>
      {CONSENTS.map(({ field, before, to, link }) => (
        <SiteCheck
          key={field}
          id={fieldId(field)}
          name={field}
          isChecked={values[field] === "yes"}
          onChange={(isChecked) => setValue(field, isChecked ? "yes" : "")}
          errors={problem?.errors[field]}
        >
          {before}
          <PageLink to={to} target="_blank">
            {link}
          </PageLink>
        </SiteCheck>
      ))}
    </>
  );
}

export function consentErrors(
  values: Registration["values"],
): Readonly<Record<"acceptTerms" | "acceptDataPolicy", string | null>> {
  return {
    acceptTerms:
      values.acceptTerms === "yes" ? null : "Прочитайте и примите пользовательское соглашение",
    acceptDataPolicy:
      values.acceptDataPolicy === "yes"
        ? null
        : "Без согласия на обработку данных зарегистрироваться нельзя",
  };
}
