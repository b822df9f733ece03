// pdfmake 0.3 ships no types.
declare module "pdfmake" {
  interface PdfMake {
    setFonts(
      fonts: Record<string, Record<"normal" | "bold" | "italics" | "bolditalics", string>>,
    ): void;
    setUrlAccessPolicy(policy: (url: string) => boolean): void;
    setLocalAccessPolicy(policy: (path: string) => boolean): void;
    createPdf(definition: Record<string, unknown>): { getBuffer(): Promise<Buffer> };
  }
  const pdfMake: PdfMake;
  export default pdfMake;
}
