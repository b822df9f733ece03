import type { RouterProvider } from "@refinedev/core";
import reactRouter from "@refinedev/react-router";
import { useCallback } from "react";
import { useParams } from "react-router";

const useAddress = reactRouter.parse as NonNullable<RouterProvider["parse"]>;

/** Of a list's state in the address. */
const OF_THE_ADDRESS = ["filters", "sorters", "currentPage", "pageSize", "to"];

/**
 * Refine mixes whatever stands in the address into the `meta` of every call, from where the data
 * providers take query, path and idempotency key: a link would choose which record a page asks for.
 * Only the state of lists and the route's own parameters pass.
 */
export const routerProvider: RouterProvider = {
  ...reactRouter,
  parse: () => {
    const parse = useAddress();
    const ofTheRoute = useParams();
    return useCallback(() => {
      const { params = {}, ...parsed } = parse();
      const passed = OF_THE_ADDRESS.map((name) => [name, params[name]]);
      return { ...parsed, params: { ...ofTheRoute, ...Object.fromEntries(passed) } };
    }, [parse, ofTheRoute]);
  },
};
