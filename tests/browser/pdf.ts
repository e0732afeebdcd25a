import { extractText, getDocumentProxy } from 'unpdf'

/** The texts of a PDF's pages. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return text
}
