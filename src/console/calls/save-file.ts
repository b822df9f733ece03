export function saveFile(file: Blob, disposition: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileNameOf(disposition) ?? "file";
  link.click();
  // The browser reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function fileNameOf(disposition: string): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Broken encoding.
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
}
