import { PLATFORM_COMPANY } from "#contract/platform-company/platform-company.ts";

const { product, shortName, email, phone, city, street, openingHours } = PLATFORM_COMPANY;

/** The requisites are fictitious, so omitted. */
export function organizationOf(origin: string): Readonly<Record<string, unknown>> {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: product,
    alternateName: shortName,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
    email,
    telephone: `+${phone}`,
    address: {
      "@type": "PostalAddress",
      addressCountry: "RU",
      addressLocality: city,
      streetAddress: street,
    },
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email,
      telephone: `+${phone}`,
      availableLanguage: "ru",
      hoursAvailable: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: openingHours.from,
        closes: openingHours.to,
      },
    },
  };
}
