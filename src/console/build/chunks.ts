import type { Rolldown } from "vite";

/** React and the router are in every page and change together; icons and helpers of Ant Design would be files of some hundred bytes. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  return [
    { name: "react", test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
    { name: "router", test: /node_modules\/(react-router)\//, priority: 2 },
    { name: "antd-base", test: /node_modules\/(@ant-design|rc-(util|motion|resize-observer|overflow)|@rc-component|@babel)\//, priority: 1 },
  ];
}
