/** Stands for parts inside Ant Design's Table that our tables never show: its own empty state, and the virtual table, which gives a screen reader no table. */
export default function LeftOut(): never {
  throw new Error("this part of Ant Design's Table is left out of the build: see src/console/build/lean-packages.ts");
}
