import {
  usePageData,
  type PageAddress,
  type PageReader,
  type PublicPage,
} from "#web/routes/page-module.ts";
import { isJobId } from "#contract/pages/job-addresses.ts";
import JobCatalogue, { page as group } from "./job-catalogue-page.tsx";
import type { JobCatalogueData } from "./load-job-catalogue.ts";
import JobPage, { page as job, type JobPageData } from "./job-view.tsx";

/** `/jobs/15` or `/jobs/dostavka`. */
export const page = {
  load: (read: PageReader, address: PageAddress) =>
    isJob(address)
      ? job.load(read, withParam(address, "id"))
      : group.load(read, withParam(address, "group")),
  head: (address, data) =>
    isJob(address)
      ? job.head(address, data as JobPageData)
      : group.head(address, data as JobCatalogueData),
  listAddresses: job.listAddresses,
} satisfies PublicPage<JobPageData | JobCatalogueData>;

export default function JobOrGroupPage() {
  return "job" in usePageData<typeof page>() ? <JobPage /> : <JobCatalogue />;
}

function isJob({ params }: PageAddress): boolean {
  return isJobId(params["key"] ?? "");
}

function withParam(address: PageAddress, name: "id" | "group"): PageAddress {
  return { ...address, params: { [name]: address.params["key"] ?? "" } };
}
