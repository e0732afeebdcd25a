import { imageFile } from '../../contract/images.ts'

/** Why the server would refuse the file, as far as the browser can tell; undefined if it may not. */
export function pictureProblem(file: File): string | undefined {
  return imageFile.safeParse(file).error?.issues[0]?.message
}

/** Bytes as people read them: '820 KB', '3.4 MB'. */
export function sizeInWords(bytes: number): string {
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.max(Math.round(kilobytes), 1)} KB`
  return `${(kilobytes / 1024).toFixed(1)} MB`
}
