/** Has the browser save a file under that name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has already started when `click` returns.
  URL.revokeObjectURL(url)
}
