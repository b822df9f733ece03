import type { Job } from "#contract/jobs/job.ts";

export function jobPosting(job: Job, origin: string): Readonly<Record<string, unknown>> {
  const {
    id,
    title,
    description,
    jobIdent,
    account,
    city,
    address,
    budget,
    publishedDate,
    createdDate,
    finishDate,
    service,
  } = job;
  return {
    "@type": "JobPosting",
    title,
    description,
    url: `${origin}/jobs/${id}`,
    identifier: { "@type": "PropertyValue", name: account.companyDetailsName, value: jobIdent },
    datePosted: isoOf(publishedDate ?? createdDate),
    validThrough: isoOf(finishDate),
    employmentType: "CONTRACTOR",
    occupationalCategory: service.title,
    hiringOrganization: {
      "@type": "Organization",
      name: account.companyDetailsName,
      sameAs: `${origin}/accounts/${account.id}`,
    },
    baseSalary: {
      "@type": "MonetaryAmount",
      currency: "RUB",
      value: { "@type": "QuantitativeValue", value: budget },
    },
    ...(city
      ? { jobLocation: placeOf(city.title, address) }
      : {
          jobLocationType: "TELECOMMUTE",
          applicantLocationRequirements: { "@type": "Country", name: "RU" },
        }),
  };
}

function placeOf(city: string, address: string | null): Readonly<Record<string, unknown>> {
  return {
    "@type": "Place",
    address: {
      "@type": "PostalAddress",
      addressCountry: "RU",
      addressLocality: city,
      ...(address ? { streetAddress: address } : {}),
    },
  };
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
